// Links to a file on another site, and the list of public files: the page asks for consent, checks the file, and
// reports a refusal by the server.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { actions } from './actions.mjs';
import { root, test } from './support.mjs';

const LOG = readFileSync(`${root}static/example/lublin-256-1000.swf`);
const SUM = createHash('sha256').update(LOG).digest('hex');

/** A host of one log; it allows other pages to read all but `private.swf`. */
async function logHost() {
  /** @type {string[]} */
  const asked = [];
  const server = createServer(({ url }, response) => {
    asked.push(url ?? '');
    response.writeHead(200, url?.includes('private') ? {} : { 'access-control-allow-origin': '*' });
    response.end(LOG);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { asked, host: `127.0.0.1:${port}`, close: () => server.close() };
}

test('a link to a file on another host asks first, checks the content, and reports a refusal', async ({ site }) => {
  const host = await logHost();
  const visit = await site.visit();
  const page = await visit.goto(`#src=http://${host.host}/day.swf&sha256=${SUM}`);
  const button = page.getByRole('button', { name: `Fetch it from ${host.host}` });
  await button.waitFor();
  await page.locator('gantt-chart').first().waitFor();
  assert.deepEqual(host.asked, []);
  await button.click();
  await page.getByText(/day\.swf: 1.000 jobs read/u).waitFor();
  assert.deepEqual(host.asked, ['/day.swf']);

  await page.goto('about:blank');
  await visit.goto(`#src=http://${host.host}/day.swf&sha256=${'0'.repeat(64)}`);
  await button.click();
  await page.getByText('is not the file that the link names').waitFor();
  await page.getByRole('button', { name: 'Open it anyway' }).click();
  await page.getByText(/day\.swf: 1.000 jobs read/u).waitFor();

  await page.goto('about:blank');
  await visit.goto(`#src=${encodeURIComponent(`http://${host.host}/private.swf`)}`);
  await button.click();
  await page.getByText('must allow other pages to read it').waitFor();

  await page.goto('about:blank');
  await visit.goto(`#src=http://${host.host}/day.swf&sha256=abc`);
  await page.getByText('64 hexadecimal digits').waitFor();
  host.close();
  await visit.close();
});

test('a link to a file beside the page opens it at once', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto(`#src=example/lublin-256-1000.swf&sha256=${SUM}`);
  await page.getByText(/lublin-256-1000\.swf: 1.000 jobs read/u).waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('public files are listed with size, licence and source, and fetched on request only', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('');
  /** @type {string[]} */
  const asked = [];
  await page.route('https://raw.githubusercontent.com/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ body: LOG, headers: { 'access-control-allow-origin': '*' } });
  });
  await actions(page).panel('Workload');
  await page.getByText('Public logs and workflows').click();
  await page.getByText('2.62 MB; licence: none stated').waitFor();
  assert.deepEqual(asked, []);
  await page.getByRole('button', { name: 'Fetch KTH SP2, 1996' }).click();
  await page.getByText('is not the file that the link names').waitFor();
  assert.equal(asked.length, 1);
  await visit.close();
});

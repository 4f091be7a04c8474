// An embed: it speaks with the page around it, which is of another origin, and names what it does not know.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { start } from './support.mjs';

/** @type {import('./support.mjs').Site} */
let site;
before(async () => {
  site = await start();
});
after(() => site?.close());

test('the page around an embed drives it by messages, across origins', async () => {
  const visit = await site.visit({ viewport: { width: 900, height: 640 } });
  const { page } = visit;
  await page.setContent(`<script>
      window.heard = [];
      addEventListener('message', ({ data }) => window.heard.push(data));
    </script>
    <iframe title="Chart" width="860" height="600" src="${site.address}embed.html?lock=all#ex=fcfs-vs-easy"></iframe>`);
  await page.waitForFunction(() => window.heard.some(({ ganttlet, type, id }) => ganttlet === 1 && type === 'ready' && id === undefined));
  const ask = (message) => page.evaluate((asked) => document.querySelector('iframe').contentWindow.postMessage({ ganttlet: 1, ...asked }, '*'), message);
  const answer = async (/** @type {string} */ id) => {
    await page.waitForFunction((wanted) => window.heard.some((data) => data.id === wanted), id);
    return page.evaluate((wanted) => window.heard.find((data) => data.id === wanted), id);
  };
  await ask({ type: 'ping', id: 'ping' });
  assert.equal((await answer('ping')).type, 'ready');
  await ask({ type: 'nonsense', id: 'never' });
  // What has been computed can be gone to; ask until all has.
  for (let at = 0; ; at += 1) {
    await ask({ type: 'state', id: `state-${at}` });
    if ((await answer(`state-${at}`)).complete) break;
  }
  await ask({ type: 'seek', t: 3600, id: 'seek' });
  const sought = await answer('seek');
  assert.deepEqual([sought.t, sought.running, sought.complete], [3600, false, true]);
  await ask({ type: 'play', id: 'play' });
  assert.equal((await answer('play')).running, true);
  await ask({ type: 'pause', id: 'pause' });
  assert.equal((await answer('pause')).running, false);
  await ask({ type: 'seek', t: -5, id: 'wrong' });
  assert.equal((await answer('wrong')).type, 'error');
  assert.equal(await page.evaluate(() => window.heard.some(({ id }) => id === 'never')), false);
  // An option that does nothing is named.
  await page.frameLocator('iframe').getByText('lock=all').waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

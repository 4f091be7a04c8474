// Unusable files: each has an error message, and the previous picture stays.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

/** @type {import('./support.mjs').Visit|undefined} */
let visit;

const CIRCLE = `<adag name="circle"><job id="A" runtime="1"/><job id="B" runtime="1"/>
  <child ref="A"><parent ref="B"/></child><child ref="B"><parent ref="A"/></child></adag>`;
const TWICE = '<adag name="twice"><job id="A" runtime="1"/><job id="A" runtime="1"/></adag>';

for (const [name, content, sentence] of [
  ['table.txt', '# a b c d\n1 2 3 4\n2 3 4 5\n3 4 5 6\n', /4 columns/],
  [
    'readme.swf',
    '# Read me\n\nHello, world, and all who read this.\nThere is no job in here.\n',
    /text in no supported format\. Supported:/,
  ],
  ['tool.json', '{"resources": [], "graph": {"tasks": []}, "events": []}', /DSLab.*not supported yet/],
  ['page.html', '<!DOCTYPE html><html><body>Not found</body></html>', /HTML/],
  ['empty.swf', '', /file is empty/i],
  ['noise.bin', Uint8Array.from({ length: 500 }, (_, i) => (i * 37) % 256), /binary|not text|neither/i],
  ['circle.dax', CIRCLE, /cycle/],
  ['twice.dax', TWICE, /two jobs have the id/i],
  ['cut.swf.gz', Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3]), /gzip|unpack/i],
  ['wrong.json', '{"version": 1, "seed": -1, "platform": {"preset": "das9"}}', /das9/],
]) {
  test(`${name} gets its sentence`, async ({ site }) => {
    // All files use the same page, so that a message about one file must not stay for the next.
    visit ??= await site.visit();
    const { page } = visit;
    const { story, drop } = actions(page);
    if (page.url() === 'about:blank') await visit.goto();
    await story(/FCFS/);
    assert.equal(await page.locator('ganttlet-app').getByText(sentence).count(), 0);
    await drop(name, Buffer.from(content));
    await page.locator('ganttlet-app').getByText(sentence).first().waitFor();
    assert.equal(await page.locator('gantt-chart').count(), 2, 'the charts are still there');
    assert.deepEqual(visit.faults, []);
  });
}

test('a number that is not allowed becomes the nearest one with a word, and one node is a node', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, panel } = actions(page);
  await story(/EASY below/);
  await panel('Grid');
  const nodes = page.locator('grid-builder entry-form input:not([type=range])').first();
  await nodes.fill('-3');
  await nodes.press('Enter');
  const form = page.locator('grid-builder');
  await form.getByText('−3 is below 1: 1 is used.').waitFor();
  await form.getByText('1 cluster, 1 node', { exact: true }).waitFor();
  // A text that is not a number keeps the value; a valid number takes effect during typing.
  await nodes.fill('48');
  await form.getByText('1 cluster, 48 nodes', { exact: true }).waitFor();
  for (const [text, note] of [
    ['abc', '"abc" is not a number: 48 is used.'],
    ['', 'Empty: 48 is used.'],
  ]) {
    await nodes.fill(text);
    await nodes.press('Enter');
    await form.getByText(note).waitFor();
    await form.getByText('1 cluster, 48 nodes', { exact: true }).waitFor();
  }
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

/** A small scenario, and documents around it. */
const SCENARIO = {
  version: 1,
  name: 'Small',
  platform: { preset: 'one-cluster' },
  workload: [{ generator: 'poisson', parameters: { jobs: 20 } }],
  system: { kind: 'batch' },
  compare: [{ kind: 'batch', policies: { local: 'fcfs' } }],
};
const STUDY = { name: 'Two systems', base: SCENARIO, axes: [{ name: 'system', compare: true }], seeds: 2, measures: [{ metric: 'wait' }] };
const LESSON = {
  title: 'My lesson',
  question: 'Which one?',
  scenario: SCENARIO,
  steps: [{ text: 'Look at this.' }, { text: 'And at that.' }],
};
const json = (/** @type {unknown} */ value) => Buffer.from(JSON.stringify(value));

test('a study opens where it is dropped, and so does one over another', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto();
  const { story, drop } = actions(page);
  await story(/FCFS/);
  await drop('study.json', json(STUDY));
  await page.locator('study-view').getByText('All 4 runs completed').waitFor();
  await drop('other.txt', json({ ...STUDY, name: 'Three seeds', seeds: 3 }));
  await page.locator('study-view').getByText('All 6 runs completed').waitFor();
  // A button also opens a file.
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open a file' }).click();
  await (await chosen).setFiles({ name: 'again.json', mimeType: 'application/json', buffer: json({ ...STUDY, seeds: 4 }) });
  await page.locator('study-view').getByText('All 8 runs completed').waitFor();
  // A scenario opens the charts; the error of an invalid one is visible there.
  await drop('bad.json', json({ ...SCENARIO, seed: -1 }));
  await page.locator('notice-bar').getByText('bad.json is not a scenario that the engine can run: /seed: ').waitFor();
  await drop('good.json', json(SCENARIO));
  await page.locator('chart-section').waitFor({ state: 'visible' });
  assert.equal(await page.locator('notice-bar [role=status] .item').count(), 0, 'what was said of the file before is gone');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('results open with the runs that they hold, shards together', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto();
  const { story, drop } = actions(page);
  await story(/FCFS/);
  await drop('study.json', json(STUDY));
  await page.locator('study-view').getByText('All 4 runs completed').waitFor();
  // The measures of a run are followed by the 13 numbers of the steady-state test.
  const { head, lines, digest } = await page.evaluate(() => {
    const {
      openStudy: {
        work,
        ready: { opened },
        summary,
        doc,
      },
      store,
    } = document.querySelector('ganttlet-app').page;
    const { engine } = store.get().catalog;
    return {
      head: { ganttlet: 'results', engine, digest: opened.digest, quick: false, study: JSON.parse(opened.text) },
      lines: work.outcomes.map((numbers, run) => ({
        run,
        label: work.labels[run],
        numbers: [...numbers.slice(0, -13)],
        steady: [...numbers.slice(-13)],
      })),
      digest: summary.digest,
      doc,
    };
  });
  const file = (/** @type {object[]} */ ...all) => all.map((line) => `${JSON.stringify(line)}\n`).join('');
  // A new browser has kept no data of it.
  const other = await site.visit();
  const there = await other.goto();
  await actions(there).story(/FCFS/);
  await actions(there).drop('half.jsonl', Buffer.from(file(head, ...lines.slice(0, 3))));
  await there.locator('study-view').getByText('3 of 4 runs').waitFor();
  await there.evaluate(
    ([one, two]) => {
      const transfer = new DataTransfer();
      for (const [name, text] of [
        ['a.jsonl', one],
        ['b.jsonl', two],
      ])
        transfer.items.add(new File([text], name));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    [file(head, ...lines.slice(0, 2)), file(head, ...lines.slice(2))],
  );
  await there.locator('study-view').getByText(`Digest ${digest}`).waitFor();
  await actions(there).drop('wrong.jsonl', Buffer.from(file({ ...head, engine: '0.0' }, ...lines)));
  await there.getByRole('alert').getByText('The results cannot be opened: line 1: the runs were made by engine version 0.0').waitFor();
  assert.deepEqual([...visit.faults, ...other.faults], []);
  await other.close();
  await visit.close();
});

test('a lesson of the reader opens as a lesson', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto();
  const { story, drop } = actions(page);
  await story(/FCFS/);
  await drop('lesson.json', json(LESSON));
  const strip = page.locator('lesson-strip');
  await strip.getByText('Look at this.').waitFor();
  await strip.getByRole('button', { name: /Next/u }).click();
  await strip.getByText('And at that.').waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

for (const [name, content, sentence] of /** @type {const} */ ([
  ['null.json', { ...LESSON, steps: [null] }, /\/steps\/0/u],
  ['five.json', { ...LESSON, steps: 5 }, /found 5/iu],
  ['none.json', { ...LESSON, steps: [] }, /steps/u],
  ['many.json', { ...LESSON, steps: Array.from({ length: 100_000 }, () => ({ text: 'x' })) }, /100000/u],
  ['list.json', [], /a list in JSON/u],
  ['empty.json', {}, /JSON of another kind/u],
])) {
  test(`${name} is no document, which is reported beside the charts and beside a study`, async ({ site }) => {
    const visit = await site.visit();
    const page = await visit.goto();
    const { story, drop } = actions(page);
    await story(/FCFS/);
    await drop(name, json(content));
    await page.locator('diagnostic-strip, notice-bar').getByText(sentence).first().waitFor();
    await page.getByRole('button', { name: 'Study', exact: true }).click();
    await page.locator('study-view').waitFor();
    await drop(name, json(content));
    await page.locator('notice-bar').getByText(sentence).waitFor();
    assert.deepEqual(visit.faults, []);
    await visit.close();
  });
}

for (const [what, text] of [
  ['a text', '"x"'],
  ['nothing', 'null'],
  ['a number', '5'],
  ['a list', '[]'],
  ['deep lists', '['.repeat(5000)],
  ['no number', '{"base": NaN}'],
  ['no JSON', 'hello'],
  ['an object', '{}'],
  ['an empty base', '{"base": {}}'],
  ['a base that is none', '{"base": 5, "axes": 7}'],
  ['parts that are none', JSON.stringify({ ...STUDY, parts: [null] })],
]) {
  test(`a link to a study that is ${what} is reported`, async ({ site }) => {
    const visit = await site.visit();
    const { deflateRawSync } = await import('node:zlib');
    const page = await visit.goto(`#study=1.${deflateRawSync(Buffer.from(text)).toString('base64url')}`);
    const alert = page.locator('study-view').getByRole('alert');
    await alert.getByText('The study cannot be opened: ').waitFor();
    assert.doesNotMatch(await alert.innerText(), /undefined|Unexpected|Cannot read|not iterable|is not a function/u);
    assert.equal(await page.getByText('Opening the study').count(), 0);
    assert.deepEqual(visit.faults, []);
    await visit.close();
  });
}

test('a link that names a file takes no other, says which one came, and lets it run under its own name', async ({ site }) => {
  const visit = await site.visit();
  const log = (/** @type {number} */ jobs) =>
    Buffer.from(Array.from({ length: jobs }, (_, at) => `${at + 1} ${at * 5} -1 10 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1\n`).join(''));
  const { createHash } = await import('node:crypto');
  const sum = (/** @type {Buffer} */ bytes) => createHash('sha256').update(bytes).digest('hex');
  const page = await visit.goto();
  const { story, drop, finish } = actions(page);
  await story(/FCFS/);
  const shared = {
    ...SCENARIO,
    name: 'Shared for the course',
    compare: [],
    workload: [{ file: { name: 'course.swf', sha256: sum(log(6)), format: 'swf' } }],
  };
  await drop('shared.json', json(shared));
  await page.getByText('The scenario needs the file course.swf, which is missing').waitFor();
  await drop('course.swf', log(9));
  const notice = page.locator('notice-bar');
  await notice
    .getByText(
      `"course.swf" is not the file of the scenario: its SHA-256 is ${sum(log(9)).slice(0, 12)}…, required is ${sum(log(6)).slice(0, 12)}…`,
    )
    .waitFor();
  assert.equal(await page.locator('gantt-chart').count(), 0, 'nothing runs');
  // The button of the message opens the same file dialog.
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose file' }).click();
  await (await chosen).setFiles({ name: 'mine.swf', mimeType: 'text/plain', buffer: log(9) });
  await notice.getByText('"mine.swf" is not the file "course.swf" of the scenario').waitFor();
  // The same file with the line ends of another system is usable without changes.
  await drop('course.swf', Buffer.from(log(6).toString().replaceAll('\n', '\r\n')));
  await notice.getByText('It differs only in its line endings.').waitFor();
  await notice.getByRole('button', { name: 'Use it as course.swf' }).click();
  await finish();
  assert.equal(await page.evaluate(() => document.querySelector('ganttlet-app').page.store.get().title), 'Shared for the course');
  const other = await site.visit();
  const there = await other.goto();
  await actions(there).story(/FCFS/);
  await actions(there).drop('shared.json', json(shared));
  await there.getByText('The scenario needs the file course.swf').waitFor();
  await actions(there).drop('mine.swf', log(9));
  await there.getByRole('button', { name: 'Run this file instead' }).click();
  await there.getByText('Mine.swf runs instead of course.swf, which is missing').waitFor();
  await actions(there).finish();
  assert.equal(await there.evaluate(() => document.querySelector('ganttlet-app').page.store.get().title), '');
  assert.deepEqual([...visit.faults, ...other.faults], []);
  await other.close();
  await visit.close();
});

test('a scenario among dropped files leaves the log out with a word', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto();
  await actions(page).story(/FCFS/);
  await page.evaluate((scenario) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['1 0 -1 10 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1\n'], 'a.swf'));
    transfer.items.add(new File([scenario], 's.json'));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, JSON.stringify(SCENARIO));
  await page
    .locator('notice-bar')
    .getByText('1 of 2 files read: s.json. The files stay in your browser. a.swf is not named by s.json and was left out.')
    .waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('several logs dropped at once are counted together, and one with skipped jobs is named', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto();
  await actions(page).story(/FCFS/);
  await page.evaluate(() => {
    const line = (/** @type {number} */ id, /** @type {number} */ nodes) =>
      `${id} ${id * 5} -1 10 ${nodes} -1 -1 ${nodes} -1 -1 1 1 1 1 1 1 -1 -1\n`;
    const transfer = new DataTransfer();
    transfer.items.add(new File([`; MaxProcs: 4\n${line(1, 1)}`], 'a.swf'));
    transfer.items.add(new File([`; MaxProcs: 4\n${line(1, 1)}${line(2, -1)}${line(3, 2)}`], 'b.swf'));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  });
  await page
    .locator('notice-bar')
    .getByText(
      '2 of 2 files read: a.swf, b.swf (3 jobs). The files stay in your browser. They run together, as one scenario. Warnings about b.swf are listed under Workload.',
    )
    .waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('skipped jobs of a log are reported once, and then listed under Workload', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto();
  const { story, drop, finish, panel } = actions(page);
  await story(/FCFS/);
  const line = (/** @type {number} */ id, /** @type {number} */ nodes) =>
    `${id} ${id * 5} -1 10 ${nodes} -1 -1 ${nodes} -1 -1 1 1 1 1 1 1 -1 -1\n`;
  await drop('some.swf', Buffer.from(`; MaxProcs: 4\n${line(1, 1)}${line(2, -1)}${line(3, 2)}`));
  await page
    .locator('notice-bar')
    .getByText(/some\.swf: 2 jobs read\. The file stays in your browser\. \S+ .*skipped/u)
    .waitFor();
  await finish();
  assert.equal(await page.locator('diagnostic-strip .strip').count(), 0);
  await panel('Workload');
  await page.locator('workload-picker').getByText(/skip/iu).first().waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

import { describe, expect, it } from 'vitest';
import { embedAddress } from '../../src/address/embed-code.js';
import { embedParts, parseEmbedOptions } from '../../src/address/embed-options.js';
import { createPage } from '../../src/commands/page.js';
import { openPapers, seekEnd, showNotice } from '../../src/commands.js';
import { formatSpeed, shareOfSpeed, speedAtShare, speedRange } from '../../src/player/speed-scale.js';
import { createSummary } from '../../src/shell/summary-texts.js';
import { scenarioTitle } from '../../src/text/scenario-title.js';
import { sentenceText } from '../../src/text/sentence-pieces.js';

describe('the speed control', () => {
  it('is logarithmic and turns back into itself', () => {
    const range = speedRange(36_000);
    expect(range).toEqual([20, 72_000]);
    expect(speedAtShare(0, range)).toBe(20);
    expect(speedAtShare(1, range)).toBeCloseTo(72_000);
    expect(shareOfSpeed(speedAtShare(0.37, range), range)).toBeCloseTo(0.37);
    expect(shareOfSpeed(0, range)).toBe(0);
  });
  it('shows the factor between playback and simulated time', () => {
    expect([1290.4, 1, 0.05, 4321].map(formatSpeed)).toEqual(['1\u202f290\u00d7', '1\u00d7', '0.05\u00d7', '4\u202f320\u00d7']);
  });
});

describe('the options of an embed', () => {
  it('come from the query or the fragment, and leave the link alone', () => {
    expect(parseEmbedOptions('?show=plots,metrics&theme=dark', '#ex=fcfs-vs-easy&seed=7', [])).toEqual({
      show: ['plots', 'metrics'],
      theme: 'dark',
      plays: true,
      t: null,
      window: null,
      lock: false,
      locked: [],
      auto: false,
      fragment: 'ex=fcfs-vs-easy&seed=7',
      unknown: [],
    });
    expect(parseEmbedOptions('', '#1.d.abc&r=12~0.1.0&show=gantt&lock=1', [])).toMatchObject({
      show: ['gantt'],
      theme: 'auto',
      lock: true,
      fragment: '1.d.abc&r=12~0.1.0',
      unknown: [],
    });
  });
  it('are also the special views, above the metrics', () => {
    const views = [{ id: 'waves', name: 'Waves' }];
    expect(embedParts(views).map(({ id }) => id)).toEqual(['question', 'gantt', 'player', 'controls', 'plots', 'waves', 'metrics']);
    expect(parseEmbedOptions('?show=gantt,waves', '', views)).toMatchObject({ show: ['gantt', 'waves'], unknown: [] });
  });
  it('say where it begins: a moment alone is looked at, all else plays', () => {
    const begin = (/** @type {string} */ search) => {
      const { plays, t, window, unknown } = parseEmbedOptions(search, '', []);
      return [plays, t, window, unknown.join()];
    };
    expect(begin('')).toEqual([true, null, null, '']);
    expect(begin('?autoplay=0')).toEqual([false, null, null, '']);
    expect(begin('?t=3600')).toEqual([false, 3600, null, '']);
    expect(begin('?t=0&autoplay=1&window=1800-7200.5')).toEqual([true, 0, { from_s: 1800, to_s: 7200.5 }, '']);
    for (const bad of ['t=-1', 't=', 't=soon', 'window=7', 'window=7-3', 'window=1-2-3', 'autoplay=yes', 'autoplay='])
      expect(begin(`?${bad}`)).toEqual([true, null, null, bad]);
  });
  it('are read as the dialog writes them', () => {
    for (const plays of [true, false]) {
      for (const t of [null, 0, 61.5]) {
        for (const window of [null, { from_s: 0, to_s: 3600 }]) {
          const { search, hash } = new URL(
            embedAddress('https://example.org/p/', 'ex=a', { show: ['gantt'], theme: 'dark', plays, t, window, lock: true }),
          );
          expect(parseEmbedOptions(search, hash, [])).toEqual({
            show: ['gantt'],
            theme: 'dark',
            plays,
            t,
            window,
            lock: true,
            locked: [],
            auto: false,
            fragment: 'ex=a',
            unknown: [],
          });
        }
      }
    }
  });
  it('lock all, or single controls, and follow the height of the content', () => {
    const { lock, locked, auto } = parseEmbedOptions('?lock=policy,seed&height=auto', '', []);
    expect([lock, locked, auto]).toEqual([false, ['policy', 'seed'], true]);
    for (const bad of ['lock=all', 'lock=policy,', 'lock=,', 'height=300'])
      expect(parseEmbedOptions(`?${bad}`, '', []).unknown).toEqual([bad]);
  });
  it('name what does not exist', () => {
    expect(parseEmbedOptions('?show=gantt,money&theme=pink', '', [])).toMatchObject({
      show: ['gantt'],
      theme: 'auto',
      fragment: '',
      unknown: ['show=money', 'theme=pink'],
    });
    expect(parseEmbedOptions('?lock=all&click=1', '#ex=fcfs-vs-easy&seed=7', []).unknown).toEqual(['click=1', 'lock=all']);
    const { unknown } = parseEmbedOptions(`?show=${'x,'.repeat(20_000)}${'y'.repeat(5000)}&theme=${'z'.repeat(5000)}`, '', []);
    expect(unknown).toEqual(['show=x', 'show=x', 'show=x', 'and 19999 more']);
    expect(parseEmbedOptions('', `#show=${'y'.repeat(5000)}`, []).unknown).toEqual([`show=${'y'.repeat(35)}\u2026`]);
  });
});

describe('the sentences above the charts', () => {
  const work = (/** @type {object} */ said) => /** @type {import('../../src/engine/types.js').WorkKind} */ (said);
  const layout = {
    name: 'x',
    accepts: /** @type {const} */ ('jobs'),
    bands: [],
    rows: 64,
    subjects: 200,
    from_s: 0,
    graphs: false,
    diagnostics: [],
  };
  const platform = { clusters: [{ name: 'A', nodes: 64, speed: 1 }], network: { bandwidth_mb_s: [], latency_ms: [] } };
  const variant = (/** @type {string} */ name, end_s = 100) => ({
    name,
    system: {},
    status: /** @type {const} */ ('done'),
    progress: /** @type {any} */ ({ now_s: end_s, end_s, done: true }),
    layout,
    digest: null,
    seconds: 0,
    error: null,
    tables: [],
    views: {},
    report: null,
  });
  const words = (/** @type {string} */ text) => ({ text, value: null, unit: '' });
  const comparison = {
    question: [words('Why?')],
    answer: [words('Under FCFS '), { text: '', value: 75.14, unit: 'node-hour|node-hours' }, words(' were lost.')],
  };
  const nothing = { question: [], answer: [] };
  const state = { work: work({ id: 'jobs', things: 'jobs' }), platform, comparison: nothing, lesson: null, playhead_s: 0 };
  it('say what runs', () => {
    expect(createSummary({ ...state, variants: [variant('FCFS'), variant('EASY')] })?.what).toBe(
      'The same 200 jobs on the same 64 nodes: FCFS above, EASY below.',
    );
    expect(createSummary({ ...state, variants: [variant('FCFS')] })?.what).toBe('200 jobs on 64 nodes under FCFS.');
    // Where one has other work or machines nothing is the same.
    const other = { ...variant('Seed 9'), system: { set: { seed: 9 } } };
    expect(createSummary({ ...state, variants: [variant('Seed 8'), other] })?.what).toBe(
      'Comparison with different workloads or platforms: Seed 8 above, Seed 9 below.',
    );
    expect(createSummary({ ...state, variants: ['A', 'A, x', 'B'].map((name) => variant(name)) })?.what).toContain(
      'from top to bottom A; A, x; B.',
    );
    expect(createSummary({ ...state, variants: ['A', 'B', 'C'].map((name) => variant(name)) })?.what).toContain(
      'from top to bottom A, B, C.',
    );
    expect(createSummary({ ...state, variants: [] })).toBe(null);
  });
  it('count nothing of a run that is not there yet: the layout that is kept meanwhile is that of the one before', () => {
    const loading = (/** @type {string} */ name) => ({ ...variant(name), status: /** @type {const} */ ('loading') });
    expect(createSummary({ ...state, variants: [loading('FCFS'), loading('EASY')] })?.what).toBe(
      'The same jobs on the same 64 nodes: FCFS above, EASY below.',
    );
    expect(createSummary({ ...state, variants: [loading('FCFS'), variant('EASY')] })?.what).toMatch(/^The same 200 jobs/u);
    expect(createSummary({ ...state, variants: [loading('FCFS')] })?.what).toBe('Jobs on 64 nodes under FCFS.');
  });
  it('say where a run was cut off that means are of a part', () => {
    const ended = (/** @type {boolean} */ complete) => ({ ...variant('FCFS'), report: /** @type {any} */ ({ rows: [], complete }) });
    expect(createSummary({ ...state, variants: [ended(true), ended(false)] })?.what).toMatch(
      /The run is incomplete: most means exclude jobs that have not ended\.$/u,
    );
    expect(createSummary({ ...state, variants: [ended(true), ended(true)] })?.what).toMatch(/FCFS below\.$/u);
  });
  it('ask while the run is seen, and answer at its end without taking the question away', () => {
    const variants = [variant('FCFS'), variant('EASY')];
    const seen = (/** @type {number} */ playhead_s) => createSummary({ ...state, comparison, variants, playhead_s });
    expect(seen(50)).toMatchObject({ question: comparison.question, answer: [] });
    expect(seen(100)?.question).toEqual(comparison.question);
    expect(sentenceText(seen(100)?.answer ?? [])).toBe('Under FCFS 75.1 node-hours were lost.');
  });
  it('leave the question to an open lesson, and its answer until the reader has predicted it', () => {
    const lesson = (/** @type {number} */ answer) =>
      /** @type {any} */ ({
        lesson: { steps: [{ text: '', predict: { question: 'How long?', choices: [], answer: [] } }] },
        step: 0,
        answers: [answer],
      });
    const variants = [variant('FCFS'), variant('EASY')];
    const seen = (/** @type {number} */ answer) =>
      createSummary({ ...state, comparison, variants, playhead_s: 100, lesson: lesson(answer) });
    expect([sentenceText(seen(-1)?.question ?? []), seen(-1)?.answer]).toEqual(['How long?', []]);
    expect([seen(0)?.question, seen(0)?.answer]).toEqual([[], comparison.answer]);
  });
  it('count one thing as one', () => {
    const one = { clusters: [{ name: 'A', nodes: 1, speed: 1 }], network: platform.network };
    const alone = { ...variant('FCFS'), layout: { ...layout, subjects: 1 } };
    expect(createSummary({ ...state, platform: one, variants: [alone] })?.what).toBe('1 job on 1 node under FCFS.');
    const count = (/** @type {number} */ value) => sentenceText([{ text: '', value, unit: 'job|jobs' }]);
    expect([count(1), count(0), count(45), count(20_000)]).toEqual(['1 job', '0 jobs', '45 jobs', '20\u202f000 jobs']);
    expect(sentenceText([{ text: '', value: 5888, unit: 's' }, words(', '), { text: '', value: 0.6451, unit: 'share' }])).toBe(
      '1 h 38 min, 64.5 %',
    );
  });
});

describe('the title', () => {
  const variants = (/** @type {string[]} */ ...names) =>
    /** @type {import('../../src/types.js').Variant[]} */ (/** @type {unknown} */ (names.map((name) => ({ name }))));
  it('is that of the author, or names the compared systems', () => {
    expect(scenarioTitle({ title: 'My grid', variants: variants('FCFS', 'EASY'), scenario: null })).toBe('My grid');
    expect(scenarioTitle({ title: '', variants: variants('HEFT'), scenario: null })).toBe('HEFT');
    expect(scenarioTitle({ title: '', variants: variants('FCFS', 'EASY'), scenario: null })).toBe('FCFS beside EASY');
    expect(scenarioTitle({ title: '', variants: variants('A', 'B', 'C'), scenario: null })).toBe('A, B and C');
    expect(scenarioTitle({ title: '', variants: variants('A', 'B', 'C', 'D', 'E'), scenario: null })).toBe('A and 4 others');
  });
  it('names the files that are read', () => {
    const of = (/** @type {(string|null)[]} */ ...names) =>
      scenarioTitle({
        title: '',
        variants: variants('FCFS', 'EASY'),
        scenario: /** @type {any} */ ({ workload: names.map((name) => (name ? { file: { name } } : { generator: 'poisson' })) }),
      });
    expect(of('KTH-SP2-1996-2.1-cln.swf.gz')).toBe('KTH-SP2-1996-2.1-cln: FCFS beside EASY');
    expect(of('a.swf', 'b.swf')).toBe('a and 1 more file: FCFS beside EASY');
    expect(of('a.swf', null)).toBe('FCFS beside EASY');
  });
});

describe('two pages in one document', () => {
  it('know nothing of each other', () => {
    const [one, other] = [createPage(), createPage()];
    showNotice(one, 'here');
    openPapers(one, { id: 'E1' });
    seekEnd(one);
    expect(one.store.get()).toMatchObject({ notice: { text: 'here' }, beside: 'papers', paper: { id: 'E1' } });
    expect(other.store.get()).toEqual(createPage().store.get());
    expect([one.player.wanted_s, other.player.wanted_s]).toEqual([Infinity, 0]);
  });
});

/** @file An engine of studies for tests: three small experiments, with every kind of result there is. The text of a study is the name of one. */

/** @import { Experiment, Findings, StudyFindings } from '../../src/engine/types.js' */

/** @type {Experiment[]} */
export const experiments = [
  {
    id: 'E2.6',
    title: 'Worst Fit against Flexible Cluster Minimization over the load',
    question: 'At which load does it stop paying to split jobs over clusters?',
    source: 'A thesis, section 2.5.3, Figure 2.7, Table 2.3',
    runs: 60,
    quick_runs: 12,
    verdicts: ['held', 'direction-only', 'not-held'],
    own: ['held'],
  },
  {
    id: 'E2.8',
    title: 'A sweep of communication',
    question: 'How much communication is too much?',
    source: 'A thesis, section 2.5.4',
    runs: 8,
    quick_runs: 4,
    verdicts: [],
    own: [],
  },
  {
    id: 'E4.2',
    title: 'Fair shares of idle cycles',
    question: 'Does every user get as much?',
    source: 'A thesis, section 4.4, Table 4.1',
    runs: 6,
    quick_runs: 2,
    verdicts: ['by-construction'],
    own: [],
  },
];

/** How long a case takes, ms; the tests of the page set it. */
export const pace = { ms: 0 };

const busyFor = (/** @type {number} */ ms) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

export class Plan {
  /**
   * @param {string} id
   * @param {boolean} quick
   * @param {number} [seed]
   */
  constructor(id, quick, seed = 1) {
    const experiment = experiments.find((one) => one.id === id);
    if (!experiment) throw new Error(`There is no experiment ${id}.`);
    this.runs = quick ? experiment.quick_runs : experiment.runs;
    this.id = id;
    this.seed = seed;
  }
  axis_settings() {
    return [];
  }
  digest() {
    return this.id;
  }
  count() {
    return this.runs;
  }
  /** @param {number} index */
  label(index) {
    return `FCM, Wave, ${10 + index * 5} %, seed ${this.seed}`;
  }
  /** @param {number} index */
  scenario(index) {
    const jobs = 20 + index;
    return JSON.stringify({
      version: 1,
      name: this.label(index),
      platform: { preset: 'one-cluster', parameters: { nodes: 32 } },
      workload: [{ generator: 'poisson', parameters: { jobs } }],
      system: { kind: 'batch', policies: { local: 'easy' } },
    });
  }
  /** @param {number} index */
  run(index) {
    busyFor(pace.ms);
    return new Float64Array([this.seed + index, index]);
  }
  /**
   * @param {Float64Array[]} outcomes
   * @returns {StudyFindings}
   */
  findings(outcomes) {
    return { summary: { parts: [], digest: null }, findings: this.found(outcomes), unfit: [] };
  }
  /**
   * @param {Float64Array[]} outcomes
   * @returns {Findings}
   */
  found(outcomes) {
    const ran = outcomes.filter(({ length }) => length > 0);
    const mean = ran.reduce((sum, [value = NaN]) => sum + value, 0) / ran.length;
    const interval = { mean, low: mean - 1.234, high: mean + 1.234, count: ran.length };
    const x = Array.from({ length: 17 }, (_, at) => 10 + at * 5);
    const curve = (/** @type {number} */ steep) => x.map((place) => 200 + steep * place ** 2);
    return {
      targets: [
        {
          id: 'R1',
          claim: 'Splitting shortens the response time of Poisson below 70 % load.',
          published: '-5 %',
          ours: '-4.1 %',
          tolerance: 'within 3 points',
          verdict: 'held',
          parts: 1,
          held: 1,
          own: false,
          tolerance_set_after: false,
          note: '',
        },
        {
          id: 'R2',
          claim: 'It makes no difference for Prime.',
          published: '0 %',
          ours: '-6 % (-7 to -5)',
          tolerance: 'within 2 points',
          verdict: 'direction-only',
          parts: 1,
          held: 0,
          own: false,
          tolerance_set_after: false,
          note: 'The thesis gives no interval.',
        },
        {
          id: 'R3',
          claim: 'It lengthens the response time of Wave.',
          published: '+50 %',
          ours: '-2 %',
          tolerance: 'the sign',
          verdict: 'not-held',
          parts: 1,
          held: 0,
          own: false,
          tolerance_set_after: false,
          note: 'The printed speeds contradict each other.',
        },
      ],
      tables: [
        {
          title: 'Table 2.3: change of the mean response time, %',
          columns: ['Load', 'Prime', 'Poisson', 'Remark'],
          rows: [
            [
              '40 %',
              [
                { published: '-16', ours: interval, text: '' },
                { published: '-5', ours: { ...interval, count: 1 }, text: '' },
                { published: null, ours: null, text: 'no background' },
              ],
            ],
            [
              '70 %',
              [
                { published: null, ours: interval, text: '' },
                { published: '+3', ours: null, text: '' },
                { published: null, ours: null, text: '' },
              ],
            ],
          ],
        },
        {
          title: 'Only ours',
          columns: ['Policy', 'Waiting time, s'],
          rows: [
            ['WF', [{ published: null, ours: interval, text: '' }]],
            ['FCM', [{ published: null, ours: { mean: 123456.7, low: 123000, high: 124000, count: 5 }, text: '' }]],
          ],
        },
      ],
      plots: [
        {
          title: 'Figure 2.7: mean response time over the load',
          x: 'Net utilisation, %',
          y: 'Mean response time, s',
          lines: [
            { name: 'WF', x, y: curve(0.1), low: curve(0.08), high: curve(0.12) },
            { name: 'FCM', x, y: curve(0.06).map((value, at) => (at === 9 ? NaN : value)), low: curve(0.05), high: curve(0.07) },
            {
              name: 'FCM, published',
              published: true,
              x,
              y: curve(0.065).map((value, at) => (at % 4 === 0 ? value : NaN)),
              low: [],
              high: [],
            },
          ],
        },
        {
          title: 'Many lines',
          x: 'Time, s',
          y: 'Busy nodes',
          lines: Array.from({ length: 9 }, (_, at) => ({
            name: `A policy with a rather long name ${at}`,
            x: x.map((place) => place * 600),
            y: x.map((place) => at * 10 + place / (at + 1)),
            low: [],
            high: [],
          })),
        },
      ],
    };
  }
  bring() {}
  text() {
    return '';
  }
  /** @returns {never[]} */
  differences() {
    return [];
  }
  free() {}
}

/** @file What the address of the page and of an embed can say, and the messages of an embed, for the reference page. */

/** @typedef {{name: string, values: string, doc: string}} Row */

/** Fragments that open something, behind the `#` of the page or of an embed. @type {readonly Row[]} */
export const LINKS = [
  { name: 'ex', values: 'id of an example', doc: 'Opens the example. Further fields set parameters: #ex=fcfs-vs-easy&seed=7&load=0.9.' },
  {
    name: '1.d.…',
    values: 'a packed scenario',
    doc: 'Opens a scenario that the link carries, as written by Share. The fields r and c hold the digests of its results and checksums.',
  },
  {
    name: 'src',
    values: 'an address',
    doc: 'Opens the scenario, log or workflow there; sha256=… names its content. Files of other hosts are fetched on request, if their server allows it (CORS).',
  },
  { name: 'lesson', values: 'id of a lesson', doc: 'Opens the lesson; step=2 opens its second step.' },
  {
    name: 'study',
    values: 'id of a study or a packed study',
    doc: 'Opens the study, or the list of studies without a value; quick=1 runs fewer seeds and levels. The page only.',
  },
  {
    name: 'papers',
    values: 'id of a published experiment',
    doc: 'Opens the experiment, or the list of experiments without a value; seed=7 sets its first seed. The page only.',
  },
  { name: 'glossary', values: 'a term', doc: 'Opens the glossary at the term, or as a whole without a value. The page only.' },
];

/** Options of an embed, in its query. @type {readonly Row[]} */
export const EMBED_OPTIONS = [
  {
    name: 'show',
    values: 'question, gantt, player, controls, plots, metrics, ids of special views',
    doc: 'Parts that are shown, separated by commas. Default: gantt,player.',
  },
  { name: 'theme', values: 'auto, light, dark, projector', doc: 'Colours and sizes. Default: auto, the setting of the browser.' },
  { name: 't', values: 'seconds', doc: 'Start position of the playhead. The embed then plays only with autoplay=1.' },
  {
    name: 'autoplay',
    values: '0, 1',
    doc: 'If 1, playback starts automatically while the embed is visible; if 0, never. Default: 1, or 0 with t.',
  },
  { name: 'window', values: 'seconds-seconds', doc: 'Span of time that the chart shows, such as 1800-7200. Default: the whole run.' },
  {
    name: 'lock',
    values: '0, 1, or controls',
    doc: 'If 1, the embed has no outgoing links, and only time and view can be changed. A list such as policy,seed,load locks these controls only. Messages of the page around the embed are not restricted.',
  },
  { name: 'height', values: 'auto', doc: 'The embed is as high as its content and sends its height; the element of embed.js follows it.' },
];

/** Messages that a page sends to an embed: `{ganttlet: 1, type, id}`. @type {readonly Row[]} */
export const MESSAGES = [
  {
    name: 'ping',
    values: '',
    doc: 'Answered with ready and the lists of messages and events. An embed also sends ready once, when it can receive messages.',
  },
  { name: 'state', values: '', doc: 'Answered with t and end in seconds, running, and complete when the whole run is computed.' },
  { name: 'play', values: '', doc: 'Starts playback; answered with state.' },
  { name: 'pause', values: '', doc: 'Pauses playback; answered with state.' },
  { name: 'step', values: '', doc: 'Moves the playhead to the next decision and pauses; answered with state.' },
  { name: 'run', values: '', doc: 'Moves the playhead to the end; answered with finished when all variants have run.' },
  { name: 'seek', values: 't: seconds', doc: 'Moves the playhead and pauses; answered with state.' },
  {
    name: 'window',
    values: 'from, to: seconds',
    doc: 'Shows this span of time, or the whole run without values; answered with window, from and to.',
  },
  { name: 'select', values: 'job: a job number, or null', doc: 'Selects a job; answered with selected, its job and name.' },
  {
    name: 'set',
    values: 'path, value',
    doc: 'Sets a value of the scenario. The path is a JSON pointer (/seed) or a name that links use (load, policy); answered with loaded.',
  },
  {
    name: 'load',
    values: 'scenario, or link',
    doc: 'Opens a scenario (an object or its text), or a link such as ex=fcfs-vs-easy; answered with loaded, its title and diagnostics.',
  },
  { name: 'metrics', values: '', doc: 'Answered with metrics and the report of all variants, as ganttlet run --json prints it.' },
  {
    name: 'export',
    values: 'kind: svg, png, csv or json',
    doc: 'Answered with file, its name and blob. Pictures accept width and variant, CSV accepts table (jobs, series, ..) and variant, a name or a number from 0.',
  },
];

/** What an embed sends by itself, once the page has sent a message. @type {readonly Row[]} */
export const EVENTS = [
  { name: 'finished', values: '', doc: 'All variants have run: their digests and the report.' },
  { name: 'changed', values: '', doc: 'The scenario has changed: its title and diagnostics.' },
  { name: 'selected', values: '', doc: 'A job was selected: its number and name, or null.' },
  { name: 'resize', values: '', doc: 'The height of the content in pixels, with the option height=auto.' },
  {
    name: 'error',
    values: '',
    doc: 'The scenario cannot run, or the address cannot be opened (nothing-loaded): code, message and diagnostics. A message that cannot be carried out is answered with error, without an event.',
  },
];

/** A page of a course with an embed that it drives. */
export const EMBED_EXAMPLE = `<script defer src="https://host/ganttlet/embed.js"></script>
<ganttlet-view src="https://host/ganttlet/#ex=fcfs-vs-easy" show="gantt,player,controls" lock="seed" height="auto"></ganttlet-view>
<script type="module">
  const view = document.querySelector('ganttlet-view');
  view.addEventListener('ready', async () => {
    try {
      await view.send('set', { path: 'seed', value: 9 });
      const { digests, report } = await view.send('run');
      const { name, blob } = await view.send('export', { kind: 'csv', table: 'jobs', variant: 'EASY' });
    } catch ({ code, message }) {
      console.log(code, message);
    }
  });
  view.addEventListener('selected', ({ detail }) => console.log(detail.job));
</script>`;

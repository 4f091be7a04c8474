// Written from the Rust types by a test of crate/wasm: GANTTLET_UPDATE=1 writes it.

/** From a ghost to the bar of its subject, in device pixels: it leaves and arrives level. */
export type Arrow = {
  /** Where it begins. */
  from: [number, number],
  /** Where its head is. */
  to: [number, number], };

/** A cluster's rows in the picture. */
export type Band = {
  /** The cluster's name. */
  name: string,
  /** Its first row. */
  first_row: number,
  /** How many rows it has. */
  rows: number,
  /** The speed of its nodes, or of machines of speed 1 in it if they differ. */
  speed: number,
  /** What its machines are called, one a row; empty if they have no names. */
  names?: Array<string>,
  /** The speed of each of its machines, one a row; empty if they are alike. */
  speeds?: Array<number>, };

/** A policy that the default of a role is worth comparing with. */
export type Baseline = {
  /** Its id. */
  policy: string,
  /** Whether they are compared also where nothing was compared before. */
  always: boolean, };

/** A name above a bar that is too small for it. */
export type Beside = {
  /** Its upper left corner, in device pixels. */
  x: number, y: number, text: string, };

/** Which way is good. */
export type Better = "lower" | "higher";

/** A rectangle of a picture, in device pixels from its upper left corner. */
export type Box = {
  /** Left edge. */
  x: number,
  /** Upper edge. */
  y: number,
  /** Width. */
  w: number,
  /** Height. */
  h: number, };

export type Candidate = { cluster: string, score: number | null, chosen: boolean,
  /** Nodes that were free to be taken, where that was looked at. */
  idle: number | null,
  /** Nodes that were taken there. */
  taken: number, };

/** All there is to know about one job or task. */
export type Card = { id: number, name: string, kind: string, number: number, user: number | null, group: number | null, group_name: string | null, status: Status,
  /** What it does with the nodes it holds; `None` if it holds none. */
  phase: Phase | null, submit_s: number, eligible_s: number | null,
  /** When it was given the nodes on which it starts up. */
  placed_s: number | null,
  /** How long it started up. */
  startup_s: number | null, start_s: number | null, end_s: number | null, wait_s: number | null, run_s: number | null, estimate_s: number, nodes: number, cluster: string | null, rows: string, slowdown: number | null, reasons: Array<Reason>, parents: Array<number>, children: Array<number>, transfers: Array<CardTransfer>, components: Array<CardComponent>, sizes: Array<CardSize>, marks: Array<CardMark>,
  /** The names of the machines it holds; empty if they have none. */
  machines: string,
  /** What there is to know of a machine. */
  facts: Array<Fact>, };

/** The nodes on one cluster. */
export type CardComponent = { cluster: string, nodes: number, rows: string, };

/** Something that happened to it, in words. */
export type CardMark = { time_s: number, kind: string, text: string, value: number, };

/** What it held from a time on. */
export type CardSize = { time_s: number, nodes: number, phase: Phase, };

export type CardTransfer = { from: string, to: string, bytes: number, start_s: number, end_s: number, };

/** The whole catalog, as the page and the command line get it. */
export type Catalog = {
  /** The version of the engine. */
  engine: string,
  /** The families. */
  families: Array<CatalogWords>,
  /** All entries, family by family. */
  entries: Array<Entry>,
  /** All kinds of work. */
  kinds: Array<WorkKind>,
  /** What work does with the nodes it holds. */
  phases: Array<CatalogWords>,
  /** By which rules systems and policies decide, and what is marked in a run. */
  reasons: Array<CatalogWords>,
  /** What can be said of a machine. */
  machine: Array<FieldOfTable>, };

/** What the catalog has no more to say of than words: a family, what work does with its nodes, or a rule. */
export type CatalogWords = {
  /** Its id. */
  id: string,
  /** What people call it; of a family, one member. */
  name: string,
  /** What it is. */
  summary: string, };

/** A cumulative distribution: the share `y` of values that do not exceed `x`, ascending. */
export type Cdf = { x: Floats, y: Floats, };

/** A cell of a table. */
export type Cell = {
  /** The published value, if there is one. */
  published: string | null,
  /** Ours. */
  ours: Interval | null,
  /** Words instead of a number; empty for none. */
  text: string, };

/** A scenario with changes applied. */
export type Changed = { text: string, diagnostics: Array<Diagnostic>, };

/** What the text of a scenario says. */
export type Checked = {
  /** With all defaults filled in; null if it cannot be read. */
  scenario: object | null,
  /** The same as text. */
  text: string, variants: Array<CheckedVariant>,
  /** The work of its first system. */
  work: WorkKind, platform: Platform | null, diagnostics: Array<Diagnostic>, };

/** A system of a scenario. */
export type CheckedVariant = { name: string, system: object, };

/** Where a cluster is in a picture, or several that follow each other and were never used. */
export type ClusterPlace = {
  /** The first of these clusters. */
  first: number,
  /** The last of these clusters: the same one unless they share a line. */
  last: number,
  /** Upper edge in device pixels. */
  y: number,
  /** Height in device pixels. */
  h: number,
  /** How many of its rows are drawn; none if it is the line of clusters that nobody used. */
  shown: number,
  /** Its machines, if they have names and there is room for them. */
  machines: Array<MachinePlace>,
  /** True if shares of its nodes are drawn where single bars would be too small to be seen. */
  shares: boolean, };

/** What the colour of a bar says. */
export type Colour = "wait" | "kind" | "use" | "group" | "user" | "size" | "slowdown" | "status" | "reason" | "job" | "cluster";

/** Comparison of a run with the digest of an earlier one. */
export type Comparison = {
  /** True if it is the same schedule, to the microsecond and the node. */
  identical: boolean,
  /** The time up to which the same jobs started in the same way, in seconds; `None` if identical, or unknown. */
  since_s: number | null,
  /** The verdict as a sentence. */
  text: string, };

/** A workflow of components. */
export type Components = {
  /** The workflows that were placed by now, the latest ones, and how many there are. */
  workflows: Array<HocName>, placed: number,
  /** Which of them it is, and which of its components, counted from 1. */
  workflow: number, component: number,
  /** The component that runs, if one does. */
  runs: number | null,
  /** When it was placed, when its first component started and when its last one ended, as far as that has come. */
  placed_s: number, start_s: number | null, end_s: number | null,
  /** True if the mapping of an earlier workflow was used again: then nothing was worked out. */
  reused: boolean, parts: Array<HocPart>,
  /** Messages that a link carries at full rate at once. */
  width: number,
  /** The clusters, in their order. */
  sites: Array<HocSite>, units: Array<HocUnit>, edges: Array<HocEdge>,
  /** How wide and how high the pattern is, in steps from unit to unit. */
  wide: number, high: number,
  /** The unit that is told of, and what it would have cost where there was room. */
  unit: number, offers: Array<HocOffer>,
  /** What the unit would have cost by each function that weighs links; empty where that is not kept. */
  functions: Array<HocFunction>,
  /** From when to when the load of links is told, in stretches of the same length. */
  from_s: number, to_s: number, links: Array<HocLink>,
  /** How many links have carried anything. */
  used_links: number, };

/** What the time from the submission of a workflow to its end went to. */
export type CriticalPath = {
  /** From the first task to the last. */
  steps: Array<PathStep>, computing_s: number, files_s: number, waiting_s: number,
  /** True if all of its tasks have ended: until then it is the path to the one that ended last. */
  whole: boolean, };

/** What was decided of one job or task at an instant. */
export type Decided = { id: number, name: string, kind: string, nodes: number,
  /** The nodes that it was given then, which may be more or fewer than it asked for. */
  given: number,
  /** Whether these are on several clusters. */
  spread: boolean,
  /** Whether it started then; otherwise it was placed, or has to wait. */
  starts: boolean,
  /** Why, in words. */
  text: string,
  /** The cluster that was chosen for it; nothing while none is. */
  cluster: number | null,
  /** The clusters among which it was placed. */
  candidates: Array<Candidate>,
  /** What the scores of these say, in a few words. */
  score: string,
  /** Whether they are times in seconds. */
  score_is_time: boolean,
  /** Who stands in the way of it, or was passed by it. */
  behind: number | null, };

/** What a link carries: a scenario, or the name of an example with changes. */
export type Decoded = { scenario: string | null, example: string | null, overrides: Record<string, string>, results: Array<Digest>, engine: string, diagnostics: Array<Diagnostic>, };

/** One sentence about one place in the input: what was found, what is allowed, what to do. */
export type Diagnostic = {
  /** How bad it is. */
  severity: Severity,
  /** Where: a file name, or empty for the scenario itself. */
  file?: string,
  /** The line in the file, counted from 1; 0 where there is none. */
  line?: number,
  /** A JSON pointer (`/system/policy`) or the name of a field; empty where there is none. */
  place?: string,
  /** What was found and what is allowed, as a sentence. */
  message: string,
  /** What to do about it, as a sentence; may be empty. */
  hint?: string, };

/** How a run differs from its baseline, as far as a view shows it. */
export type Difference = {
  /** Who started so much earlier or later counts, in words; empty where nobody who counts has bars of its own in both runs. */
  least: string,
  /** How many started earlier, as far as it is known at the playhead. */
  earlier: number,
  /** How many started later. */
  later: number,
  /** Which run ended first; none while one of them has not, or if they ended together. */
  ends: Ends | null,
  /** Triangles at the left edges of bars. */
  moved: Array<Moved>,
  /** Where the baseline ran them. */
  ghosts: Array<Ghost>,
  /** From ghosts to bars. */
  arrows: Array<Arrow>, };

/** The digest of a trace, and one of each sixteenth of its time so that a difference can be dated. */
export type Digest = {
  /** 16 hexadecimal digits over all subjects, intervals and transfers. */
  whole: string,
  /** 4 hexadecimal digits for each part: the subjects that started in it. */
  parts: Array<string>, };

/** The documents that people keep in files. */
export type DocumentKind = "scenario" | "bundle" | "study" | "results" | "lesson";

/** The ends of the two runs, in device pixels from the left edge. */
export type Ends = {
  /** Where the baseline ends. */
  baseline: number,
  /** Where this run ends. */
  own: number,
  /** True if this run ends first. */
  earlier: boolean,
  /** By how much. */
  text: string, };

/** An entry in the catalog, with what only some families have. */
export type Entry = {
  /** The id of its family. */
  family: string,
  /** The roles of a system. */
  roles?: Array<Role>,
  /** The work a system runs. */
  accepts?: Work,
  /** All the work a system can be given. */
  takes?: Array<Work>,
  /** What can happen on a system's clusters past it; empty for nothing. */
  beside?: Array<Work>,
  /** The work a generator or format gives. */
  makes?: Work,
  /** The format that reads the same files as another kind of work. */
  other?: string,
  /** The unit of a metric. */
  unit?: string,
  /** How a metric is worked out. */
  formula?: string,
  /** Which values of a metric are better. */
  better?: Better,
  /** The kinds of work a metric measures; empty for any. */
  of?: Array<Work>,
  /** What a metric has a number of each of, so that it has a distribution; none if it is one number of the run. */
  each?: string,
  /** The name in scenarios: lower case, digits and hyphens; unique in its family. */
  id: string,
  /** Name shown on the page. */
  name: string,
  /** What it does, in a sentence or two. */
  summary: string,
  /** When to choose it, in a sentence or two; empty for what is not chosen for its behaviour, such as a metric. */
  when_to_use?: string,
  /** Its rule in steps, one per line, indented by two spaces inside loops and conditions; empty where the summary is exact. */
  pseudocode?: string,
  /** Where it is defined: publication and section. */
  source: string,
  /** What can be set. */
  parameters: Array<Parameter>, };

/** An experiment in the list that ships, with what came of a full run. */
export type Experiment = {
  /** Its name: `E2.6`. */
  id: string,
  /** What it is about, in a few words. */
  title: string,
  /** The question it answers. */
  question: string,
  /** Publication, section, tables and figures. */
  source: string,
  /** How many runs there are. */
  runs: number,
  /** How many are enough for an impression. */
  quick_runs: number,
  /** What came of each of its claims of which something was published. */
  verdicts: Array<Verdict>,
  /** What came of our own checks, of which nothing was. */
  own: Array<Verdict>, };

/** One thing to know about something, such as a file or a machine. */
export type Fact = {
  /** What it is (`Computer`). */
  label: string,
  /** What it is here (`IBM SP2`). */
  value: string, };

/** A field of a document in the catalog, for tables in which it is edited. */
export type FieldOfTable = {
  /** Its name in the document. */
  key: string,
  /** The label people read. */
  name: string,
  /** What it means. */
  doc: string,
  /** What it is if nothing is said. */
  default: unknown, };

/** What there is to tell of a file. */
export type FileReport = { format: string | null, sha256: string, bytes: number, makes: Work | null, jobs: number, processors: number | null,
  /** How many of its jobs were cancelled while they waited. */
  cancelled: number,
  /** The clusters that its jobs ran on; null if it does not tell several. */
  sites: FoundSites | null,
  /** What the file leaves open; null for nothing. */
  question: FoundQuestion | null, facts: Array<Fact>, diagnostics: Array<Diagnostic>, };

/** All that came of a study. */
export type Findings = {
  /** What was claimed and what came of it. */
  targets: Array<Target>,
  /** Tables. */
  tables: Array<FindingsTable>,
  /** Plots. */
  plots: Array<Plot>, };

/** A table: a published one with ours in it, or one that only we have. */
export type FindingsTable = {
  /** What it shows (`Table 2.4: change of the average response time, %`). */
  title: string,
  /** Heads of the columns; the first is that of the row heads. */
  columns: Array<string>,
  /** Rows: the head, then a cell for each other column. */
  rows: Array<[string, Array<Cell>]>, };

/** Numbers, as a typed array of the page's own. */
export type Floats = Float64Array;

/** What ties tasks together in a picture. */
export type Flow = {
  /** Files on their way, above the rows of the cluster they arrive at. */
  strips: Array<Strip>,
  /** From the parents of a task to it, and from it to its children that have begun. */
  arrows: Array<Arrow>,
  /** How many more there would be. */
  cut: number,
  /** The bars of the critical path. */
  critical: Array<Box>,
  /** From each bar of the critical path to the next. */
  path: Array<Arrow>,
  /** The names of its tasks that do not fit into their bars. */
  names: Array<Beside>, };

/** What a file leaves open, and a parameter of its format (true or false) answers. */
export type FoundQuestion = { parameter: string,
  /** What suits the file: a scenario made of it says so. */
  answer: boolean, };

/** A cluster, with the processors that it has at least. */
export type FoundSite = { name: string, nodes: number, };

/** The clusters that the jobs of a file ran on, and how they become the homes of the jobs. */
export type FoundSites = {
  /** The value of the parameter `home`. */
  home: string, clusters: Array<FoundSite>, };

/** Where the baseline ran a subject. */
export type Ghost = {
  /** Its name, if that fits. */
  text: string,
  /** True if it is shown because somebody asked for it: then it may lie over bars. */
  asked: boolean,
  /** Left edge. */
  x: number,
  /** Upper edge. */
  y: number,
  /** Width. */
  w: number,
  /** Height. */
  h: number, };

/** Tasks that wait for others. */
export type GraphEdge = {
  /** Places of nodes. */
  from: number, to: number,
  /** How many pairs of tasks. */
  count: number, critical: boolean, };

/** The tasks of one type in one line. */
export type GraphKind = { line: number, name: string,
  /** The inside of its nodes, `#rrggbb`. */
  fill: string,
  /** Their edge. */
  ink: string, count: number,
  /** How long those that have ended ran, on average. */
  run_s: number | null, };

/** One or several tasks. */
export type GraphNode = {
  /** Its middle from the left, as a part of the width. */
  x: number,
  /** Its middle from the top, in lines. */
  y: number,
  /** Its width, as a part of the whole; of single tasks the room that each has. */
  w: number,
  /** Its place among the types. */
  kind: number, name: string,
  /** Its first task. */
  task: number, count: number,
  /** How many have begun. */
  begun: number,
  /** How many have ended. */
  ended: number,
  /** True if the critical path goes through it. */
  critical: boolean, };

export type GridCluster = { name: string, nodes: number, speed: number,
  /** Where they differ, one a node. */
  machines?: Array<Partial<Machine>>, };

/** What a unit would have cost in a cluster by another function: terms as those of an offer. */
export type HocCost = { near: number, far: number, open: number, divisor: number, less: number, cost: number, };

/** Units that exchange messages. */
export type HocEdge = { from: number, to: number,
  /** True if they are in different clusters. */
  far: boolean,
  /** True if a message may be on its way between them. */
  busy: boolean, };

/** A cost function, and what it says of each offer, in their order. */
export type HocFunction = { name: string, costs: Array<HocCost>, };

/** A link between two clusters, one direction. */
export type HocLink = { from: number, to: number,
  /** What it carries when it is free, in Mb/s. */
  total: number,
  /** Messages that are on it, now and at most in a stretch of time. */
  messages: number, most: number,
  /** What it has carried so far, in Mb. */
  carried: number,
  /** The share that others take and what is left for one message in Mb/s, as of the last sample that shows it in use. */
  background: number | null, available: number | null,
  /** The mean number of messages on it in each stretch that has come. */
  load: Array<number>, };

/** A workflow in a list. */
export type HocName = { id: number, name: string,
  /** What it is made of, in a few words. */
  about: string, };

/** What a unit would have cost in a cluster: (near + far + open) / divisor - less, for this component; the cost is that of
 * all components of the workflow. */
export type HocOffer = {
  /** Its place among the clusters. */
  site: number,
  /** Idle nodes that were left in it. */
  idle: number,
  /** Peers of the unit: there, elsewhere, not placed yet. */
  peers: [number, number, number], near: number, far: number, open: number, divisor: number, less: number, cost: number, taken: boolean, };

/** A component. */
export type HocPart = { pattern: string, units: number, items: number, message_mb: number, compute_s: number,
  /** When it began, as far as that has come. */
  begin_s: number | null, };

/** A cluster. */
export type HocSite = { name: string,
  /** Its colour and that of words in it, `#rrggbb`. */
  fill: string, ink: string,
  /** Units of the component that are there. */
  units: number, };

/** A unit. */
export type HocUnit = { subject: number, x: number, y: number,
  /** Its place among the clusters. */
  site: number | null,
  /** True while it computes. */
  computes: boolean,
  /** Computations that it has begun. */
  items: number,
  /** Messages from other clusters that are on their way to it. */
  coming: number, };

/** A hole with its reason. */
export type Hole = {
  /** Why, in more and in fewer words. */
  texts: Array<string>,
  /** Left edge. */
  x: number,
  /** Upper edge. */
  y: number,
  /** Width. */
  w: number,
  /** Height. */
  h: number, };

/** What is known of a region at a time: nothing of what happens later. */
export type Inside = {
  /** Up to when it is known, in seconds: the end of the region, or the time that was asked for if that is earlier. */
  until_s: number,
  /** The nodes of this run that are in it. */
  nodes: number,
  /** How many jobs or tasks, of those that measures count, held one of these nodes in the span. */
  jobs: number,
  /** Of these, how many first held nodes in the span. */
  started: number,
  /** Of these, how many ended in the span. */
  ended: number,
  /** Of these, how many began and ended in the span and held no other nodes. */
  whole: number,
  /** Node-hours of these nodes that were busy in the span, with whatever kind. */
  busy_node_h: number,
  /** The share of these nodes that was busy in the span, in per cent; none where it has not begun or there are no nodes. */
  utilisation: number | null,
  /** The name of the measure that is the wait here. */
  wait: string,
  /** The waits of those that started in the span. */
  waits: Statistics | null,
  /** The users who held most of these nodes, busy, in the span: most first. */
  users: Array<UserInside>,
  /** How many more users there were. */
  more_users: number, };

/** A mean over replications and its 95 % confidence interval. Where nothing is drawn, the number is exact: both ends are
 * the mean. */
export type Interval = {
  /** The mean. */
  mean: number,
  /** Lower end; NaN where nothing says how far chance moves the mean, as with a single replication. */
  low: number,
  /** Upper end, likewise. */
  high: number,
  /** How many replications. */
  count: number, };

/** The evaluation of a prediction. */
export type Judgement = {
  /** Indices of the correct choices. */
  right: Array<number>,
  /** The answer; empty for none. */
  answer: Array<Piece>, };

/** What subjects of one kind used. */
export type KindCurve = { name: string, busy: Floats, };

/** A name that fits into its bar. */
export type Label = {
  /** The name. */
  text: string,
  /** How much earlier or later than in the baseline it started, below the name; empty where that is not known, or has no
   * room. */
  shift: string,
  /** True if it is to be written in white, else in black. */
  light: boolean,
  /** To the pieces of the same subject that have no name, as they began with this one beside it. */
  ties: Array<Tie>,
  /** Left edge. */
  x: number,
  /** Upper edge. */
  y: number,
  /** Width. */
  w: number,
  /** Height. */
  h: number, };

/** A queue. */
export type Lane = { name: string, level: number,
  /** The grids it submits to. */
  grids: string,
  /** What it is for, in a few words. */
  about: string, y: number, h: number, };

/** A part of the stay of a task; where lanes are crowded, so many tasks. */
export type LaneBar = { x: number, y: number, w: number, h: number,
  /** Its place among the fills. */
  look: number,
  /** The task; none where it stands for several. */
  task: number | null, };

/** Where the task that is followed left a queue, or ended. */
export type LaneDot = { x: number, y: number,
  /** Which of its moves; 0 for its end. */
  number: number,
  /** Why, as a sentence. */
  text: string, };

/** The move of a task. */
export type LaneLink = { from: [number, number], to: [number, number],
  /** True if it is of the task that is followed. */
  followed: boolean, };

/** Words in a lane. */
export type LaneWord = {
  /** The left end and the middle of the line. */
  x: number, y: number, text: string,
  /** Its colour, `#rrggbb`. */
  ink: string,
  /** True if it may lie over bars: the paper shows around its letters. */
  halo: boolean,
  /** True if `x` is its right end. */
  ends: boolean, };

/** The queues of a run in a view. */
export type Lanes = {
  /** How high they are together, in pixels of the picture. */
  height: number, lanes: Array<Lane>, bars: Array<LaneBar>,
  /** Moves from lane to lane. */
  links: Array<LaneLink>, dots: Array<LaneDot>, words: Array<LaneWord>,
  /** Whose way is drawn, and what it is called. */
  task: number | null, name: string,
  /** The inside and the edge of bars: waiting, being estimated, executing; and those of the task that is followed. */
  fills: [string, string, string, string, string, string], edges: [string, string, string, string, string, string], };

/** The rows of the picture and what was said about the work. */
export type Layout = { name: string, accepts: Work, bands: Array<Band>, rows: number, subjects: number, from_s: number, diagnostics: Array<Diagnostic>, };

/** What the colours and patterns of a picture mean: only what occurs in its run. */
export type Legend = {
  /** What the colour of a bar says. */
  colour: Colour,
  /** What it says if nobody asks for anything else. */
  usual: Colour,
  /** True if the signs are the steps of a scale. */
  ordered: boolean,
  /** What the colours mean; empty where each job or user has one, and they say nothing else. */
  signs: Array<Sign>,
  /** What bars look like beside that. */
  looks: Array<Sign>, };

/** Tasks with such an expected duration. */
export type LevelBin = { from_s: number,
  /** Null where it is open. */
  to_s: number | null,
  /** How many were served by each level, from the top. */
  counts: Array<number>, };

/** An estimate; work is in seconds on a machine of the queue. */
export type LevelBound = { at_s: number, queue: string,
  /** When its estimation began, and the bound then. */
  since_s: number, first_s: number, bound_s: number, truth_s: number, limit_s: number, };

/** A queue; amounts of work are in seconds on one of its machines. */
export type LevelQueue = { name: string, level: number, grids: string, machines: number,
  /** How fast one of them is taken to be, as a multiple of speed 1. */
  speed: number,
  /** The most machines it holds. */
  cpus: number,
  /** The largest task it is for, and the most work there may be in it; null without limits. */
  largest_s: number | null, most_s: number | null,
  /** The most time a task may execute in it, and stay; null without limits. */
  executes_s: number | null, stays_s: number | null,
  /** Tasks that were done in it. */
  served: number,
  /** Their work in all, in seconds on a machine of speed 1, and their mean turnaround. */
  work_s: number, turnaround_s: number | null,
  /** What the overhead of one of them went to, on average. */
  overhead_s: [number, number, number, number, number, number], };

/** A step on the way of a task. */
export type LevelStep = { at_s: number, queue: string,
  /** Which of its moves; 0 if it is none. */
  number: number, what: string, text: string, };

/** A task that is over. */
export type LevelTask = { id: number, name: string, queue: string, status: string, turnaround_s: number, moves: number, };

/** The queues of a run as of a time. */
export type Levels = { queues: Array<LevelQueue>,
  /** What overhead goes to. */
  overheads: [string, string, string, string, string, string],
  /** The tasks that are over, the latest ones, in the order of their ends. */
  tasks: Array<LevelTask>,
  /** How many there are in all. */
  over: number,
  /** The task whose way is told, and what it is called. */
  task: number | null, name: string, steps: Array<LevelStep>,
  /** What was known of its size after each estimation. */
  bounds: Array<LevelBound>,
  /** How long tasks were expected to take on the best level for them, by the level that served them. */
  expected: Array<LevelBin>, };

/** A line of a plot. */
export type Line = {
  /** Its name. */
  name: string,
  /** True for published points, which follow the line that they belong to. */
  published?: boolean,
  /** Where; the same for all lines of a plot. */
  x: Array<number>,
  /** How much; NaN for a gap. */
  y: Array<number>,
  /** Lower ends of the confidence intervals; empty for none. */
  low: Array<number>,
  /** Upper ends. */
  high: Array<number>, };

/** A machine. */
export type Machine = {
  /** Name of the machine. */
  name: string,
  /** Speed as a multiple of the speed of its cluster. */
  speed: number,
  /** Benchmarked floating-point speed, in thousands of operations per second. */
  kflops: number,
  /** Benchmarked integer speed, in MIPS. */
  mips: number,
  /** Memory, in MB. */
  memory_mb: number,
  /** Load average of the owner's processes. */
  load: number,
  /** Architecture and operating system, such as INTEL/LINUX. */
  platform: string,
  /** Owner of the machine. */
  owner: string,
  /** Groups that may use the machine; empty: everyone. */
  groups: Array<string>,
  /** Hours of the day in which others may use the machine, from and to. If the second is smaller, the period includes
   * midnight; if both are equal, use is always allowed. */
  hours: [number, number],
  /** Cost per hour, for the cost-weighted efficiency. */
  cost: number, };

/** Where a machine is in a picture. */
export type MachinePlace = {
  /** Its row, counted through all clusters. */
  row: number,
  /** Upper edge in device pixels. */
  y: number,
  /** Height in device pixels. */
  h: number, };

/** A mark where it is seen. */
export type MarkSpot = {
  /** Device pixels from the left edge of the picture. */
  x: number,
  /** Device pixels from its upper edge: the middle of the bar. */
  y: number,
  /** What happened: `grow`, `shrink`, `preempt`, .. */
  kind: string,
  /** To whom. */
  subject: number,
  /** How much. */
  value: number, };

/** The network from each cluster to each; empty for many clusters. */
export type Matrices = { bandwidth_mb_s: Array<Array<number>>, latency_ms: Array<Array<number>>, };

/** What the system looks like at a moment. */
export type Moment = {
  /** Of the jobs started so far. */
  mean_wait_s: number | null,
  /** Subjects that could start but had no nodes. */
  queued: number,
  /** Subjects that held nodes. */
  running: number,
  /** Nodes that are busy, for whomever; not those that are held but idle, suspended or with their owners. */
  busy: number,
  /** All nodes. */
  nodes: number,
  /** Nodes of each cluster that could be given to somebody at that instant: that nobody held through it. */
  free_by_cluster: Array<number>,
  /** Who waited longest: at most 50, in the order in which they became able to start. */
  first_queued: Array<number>, };

/** A triangle at the left edge of a bar, in its middle. */
export type Moved = {
  /** The edge, in device pixels. */
  x: number,
  /** The middle. */
  y: number,
  /** True if it started earlier, else later. */
  earlier: boolean, };

/** The subjects before and after one on its first row; -1 for none. */
export type Neighbours = { previous: number, next: number, };

/** One thing that can be set. */
export type Parameter = {
  /** The name in scenarios (snake case, with its unit where it has one: `run_mean_s`). */
  id: string,
  /** The label people read. */
  name: string,
  /** What it means, in a sentence. */
  doc: string,
  /** The unit people read (`s`, `nodes`, `MB/s`); empty for none. */
  unit: string,
  /** Whether it is worth a slider beside the charts: it changes most of what is seen. */
  quick?: boolean,
  /** What another parameter must be for this one to count; none if it always counts. */
  when?: When, } & ({ "type": "number",
  /** Smallest allowed value. */
  min: number,
  /** Largest allowed value. */
  max: number,
  /** Value when nothing is said. */
  default: number, } | { "type": "integer",
  /** Smallest allowed value. */
  min: number,
  /** Largest allowed value. */
  max: number,
  /** Value when nothing is said. */
  default: number, } | { "type": "bool",
  /** Value when nothing is said. */
  default: boolean, } | { "type": "choice",
  /** The words, each with what it means. */
  options: Array<[string, string]>,
  /** The word when nothing is said. */
  default: string, } | { "type": "expression",
  /** What it may name. */
  variables: Array<Variable>,
  /** The expression when nothing is said. */
  default: string, } | { "type": "table",
  /** What stands in a row; none of them is a table. */
  columns: Array<Parameter>,
  /** The fewest rows. */
  min: number,
  /** The most rows. */
  max: number,
  /** The rows when nothing is said, cell by cell. */
  default: Array<Array<ParameterValue>>, });

/** A value of a parameter. */
export type ParameterValue = boolean | number | number | string | string | Array<Settings>;

/** What people read of work that comes to the clusters past the system. */
export type Past = {
  /** The heading of its list. */
  title: string,
  /** What several of it are called there. */
  subject: string,
  /** What it is, in a sentence or two. */
  help: string,
  /** What is so where there is none. */
  none: string,
  /** What a button says that adds some. */
  add: string,
  /** Why nothing else can stand there. */
  who: string,
  /** What has to go where a system has no place for it. */
  gone: string, };

/** A task of the path, and what the time since its parent had ended went to. */
export type PathStep = { task: number, name: string,
  /** How long it ran, in seconds. */
  computing_s: number,
  /** How long its files were on their way to the cluster that was chosen for it. */
  files_s: number,
  /** How long it waited to be sent, and then for a node, or for its program to start on the nodes that it held. */
  waiting_s: number, };

/** What is drawn over the fill of a bar. */
export type Pattern = "plain" | "hatch" | "stripes";

/** What a subject does with the nodes it holds: its place in the table of phases. */
export type Phase = "works" | "prepares" | "suspended" | "waits" | "copies" | "lost" | "away" | "ghost";

/** A part of a sentence: text or a number. */
export type Piece = {
  /** The words; empty for a number. */
  text: string,
  /** The number, if it is one. */
  value: number | null,
  /** Its unit, as measures have it, or the words for one and for several (`job|jobs`). */
  unit: string, };

/** The machines of a scenario, for the grid builder. */
export type Platform = { clusters: Array<GridCluster>, network: Matrices, };

/** A plot. */
export type Plot = {
  /** What it shows. */
  title: string,
  /** Name and unit of the x axis. */
  x: string,
  /** Name and unit of the y axis. */
  y: string,
  /** The lines. */
  lines: Array<Line>, };

/** How far a run has come. */
export type Progress = {
  /** How far the axis of time reaches: to what is known, and of a run that is over to the end of its last bar. When the last
   * job ended is in the report. */
  end_s: number,
  /** True if nothing happens any more. */
  done: boolean,
  /** The simulated time, in seconds. */
  now_s: number,
  /** Events handled since the start. */
  events: number,
  /** Subjects that have ended. */
  ended: number,
  /** All subjects. */
  subjects: number, };

/** What came of a full run of an experiment, as it ships. */
export type Published = {
  /** The name of what was run, 64 hexadecimal digits: another one says that the document has changed since. */
  study: string,
  /** The name of the result, 16 hexadecimal digits: who runs the same has the same. */
  digest: string,
  /** The engine that made it. */
  engine: string,
  /** How many runs there were. */
  runs: number,
  /** What they say. */
  findings: Findings, };

/** A decision in words, with what could have been chosen. */
export type Reason = { time_s: number, rule: string, text: string, candidates: Array<Candidate>,
  /** What the scores of the candidates say, in a few words. */
  score: string,
  /** Whether they are times in seconds. */
  score_is_time: boolean, };

/** A span of time on rows next to each other, which may be of several clusters. */
export type Region = {
  /** Where it begins, in seconds. */
  from_s: number,
  /** Where it ends, in seconds; what begins then is not inside. */
  to_s: number,
  /** Its first row. */
  first_row: number,
  /** How many rows it has. */
  rows: number, };

/** Subjects that were refused. */
export type Rejected = {
  /** How many. */
  count: number,
  /** The names of the first few. */
  first: Array<string>, };

/** All measures of a run. */
export type Report = {
  /** The values. */
  rows: Array<ReportRow>,
  /** When the last job or task that counts ended, in seconds; none while one may still end, or of what had ended by a
   * time. */
  last_end_s?: number,
  /** How long the one that waited longest for its first node did, in seconds: the end of the scale of waits. */
  longest_wait_s: number,
  /** The name of everything that happened; none while something still happens, or of what had ended by a time. */
  digest?: Digest,
  /** True if nothing happens any more, no subject is left waiting, and no workflow or application lost a part of itself. */
  complete: boolean,
  /** What was refused, as it could never run. */
  rejected: Rejected,
  /** What a person should know of the run, once it is over. */
  diagnostics: Array<Diagnostic>, };

/** The value of one measure. */
export type ReportRow = {
  /** The measure's id. */
  id: string,
  /** Its name. */
  name: string,
  /** Its unit. */
  unit: string,
  /** The mean, or the value of the run; `None` if there is nothing to measure. */
  value: number | null,
  /** Statistics over subjects, users, groups or applications. */
  statistics?: Statistics, };

/** A place in a system that a policy fills. */
export type Role = {
  /** The name in scenarios (`local`); unique in its system. */
  id: string,
  /** The label people read. */
  name: string,
  /** What the policy decides there, in a sentence. */
  doc: string,
  /** The family its policies come from. */
  family: string,
  /** The policy when nothing is said. */
  default: string,
  /** What the default is set beside where a file brings the work, and nobody has said what runs it. */
  baseline?: Baseline, };

/** A round as it is known at a time: what it came to is null until it is over. */
export type Round = {
  /** Its place among the applications. */
  application: number, number: number, group: number, start_s: number, end_s: number | null, tasks: number, wanted: number, extra: number, copies: number, held: number | null, most_held: number | null, stable: boolean | null, efficiency: number | null, time_s: number | null,
  /** Time by efficiency, in seconds. */
  ratio: number | null, achievable: number | null, suspensions: number | null, losses: number | null, next: number | null, rule: string, text: string, };

export type RoundApplication = { subject: number, name: string, };

/** A task of a round with what is known of its time. */
export type RoundTask = { subject: number, number: number, took_s: number | null, normalised_s: number | null, place_before: number | null, };

/** The rounds of all applications. */
export type Rounds = { applications: Array<RoundApplication>, rounds: Array<Round>, };

/** A file that a scenario names. */
export type RunFile = { sha256: string, name: string, bytes: Uint8Array, };

/** Means over stretches of time; NaN where nothing is known yet. */
export type Series = {
  /** The middle of each stretch, in seconds. */
  time: Floats, queued: Floats, running: Floats,
  /** The part of all nodes, 0 to 1. */
  busy: Floats,
  /** The part of all nodes that is free while jobs wait, 0 to 1; empty where jobs wait for more than nodes. */
  holes: Floats,
  /** The busy nodes of each kind, if there are several. */
  by_kind: Array<KindCurve>, };

/** Checked values for all parameters of an entry: what was said, and the defaults for the rest; in the order of their names. */
export type Settings = { [id: string]: ParameterValue };

/** How bad it is. */
export type Severity = "note" | "warning" | "error";

/** One line of a legend. */
export type Sign = {
  /** What it means. */
  name: string,
  /** The inside, `#rrggbb`. */
  fill: string,
  /** The pattern and the edge, `#rrggbb`. */
  ink: string,
  /** What is drawn over the inside. */
  pattern: Pattern,
  /** True if its edges are dotted. */
  dotted: boolean,
  /** How many subjects are so, where that is counted. */
  count: number | null,
  /** Its place among all signs that there may be, where only those are told that occur. */
  place: number | null, };

/** Mean, extremes and percentiles of a set of values. A percentile is the smallest value that at least so many per cent
 * of the values do not exceed (nearest rank). */
export type Statistics = {
  /** How many values. */
  count: number,
  /** Their mean. */
  mean: number,
  /** The smallest. */
  min: number,
  /** The 50th percentile. */
  median: number,
  /** The 90th percentile. */
  p90: number,
  /** The 95th percentile. */
  p95: number,
  /** The 99th percentile. */
  p99: number,
  /** The largest. */
  max: number, };

/** How far a subject has come. */
export type Status = "future" | "queued" | "transferring" | "running" | "done" | "killed" | "rejected";

/** Files on their way to a cluster. */
export type Strip = {
  /** True if they belong to a task that was asked for, or are the ones that the critical path waited for longest, where
   * that is long enough to be told of. */
  marked: boolean,
  /** What and from where to where; empty where that is not told. */
  text: string,
  /** Its colour, `#rrggbb`, if it has one of its own. */
  fill: string | null,
  /** Left edge. */
  x: number,
  /** Upper edge. */
  y: number,
  /** Width. */
  w: number,
  /** Height. */
  h: number, };

/** The values of an axis. */
export type StudyAxis = {
  /** What the axis is called. */
  name: string,
  /** The unit of the values; empty for none. */
  unit: string,
  /** What each is called. */
  labels: Array<string>,
  /** How much each is; NaN of what is no number. */
  values: Array<number>, };

/** How a point differs from the one that it is compared with. */
export type StudyDifference = {
  /** The difference, in pairs of runs with the same seed. */
  difference: Interval,
  /** The same in per cent of the other; none where that is 0. */
  change: Interval | null, };

/** What the runs of a study say. */
export type StudyFindings = {
  /** Of its measures, point by point. */
  summary: StudySummary,
  /** Of its claims, and in its tables and plots. */
  findings: Findings,
  /** What no longer fits the runs, each with its place in the document: a claim about a value that is not run. */
  unfit: Array<Diagnostic>, };

/** What a file of results holds. */
export type StudyResults = {
  /** The study. */
  text: string,
  /** True if only those runs were made that are enough for an impression. */
  quick: boolean,
  /** The numbers of each run, in the order of the runs, null for what is no number; empty for runs that are missing. */
  numbers: Array<Array<number | null>>,
  /** What there is to tell of the file, though it can be used. */
  diagnostics: Array<Diagnostic>, };

/** What the runs of a study say so far. */
export type StudySummary = {
  /** Its parts; the first is the study's own, if it has runs of its own. */
  parts: Array<SummaryPart>,
  /** The name of the result; none while a run is missing. */
  digest: string | null, };

/** Some rows of the table of all subjects. */
export type SubjectRows = {
  /** How many there are in all. */
  total: number, rows: Array<Card>, };

/** A measure of a part. */
export type SummaryMeasure = {
  /** What the study calls it. */
  name: string,
  /** The id of its metric. */
  metric: string,
  /** The unit of its values. */
  unit: string,
  /** Which way is good. */
  better: Better,
  /** Its place among the numbers of a run. */
  column: number,
  /** What is known at each point. */
  points: Array<SummaryPoint>, };

/** A part of a study. Run `first + seed * points + point` is that of a point with a seed, both counted from 0; the last axis
 * turns fastest. */
export type SummaryPart = {
  /** Its name; empty for the study's own. */
  name: string,
  /** What is varied. */
  axes: Array<StudyAxis>,
  /** How many seeds each point is run with. */
  seeds: number,
  /** The number of its first run. */
  first: number,
  /** How many points there are. */
  points: number,
  /** What is taken from each run. What gives many numbers a run, or is taken of no metric, is left out. */
  measures: Array<SummaryMeasure>, };

/** A measure at a point. */
export type SummaryPoint = {
  /** Mean and interval: over the seeds, or of all values together where they are pooled (each of a run, batches of it); none
   * while no run has been made. */
  interval: Interval | null,
  /** The median of the runs that have been made; null of none. */
  median: number | null,
  /** How many seeds make the interval 10 % of the mean to either side, judged by those that are in. */
  wished: number | null,
  /** A value for each seed; null where the run is missing or has none. */
  values: Array<number | null>, };

/** What a table is, and how many rows it has. */
export type Table = { id: string, name: string, doc: string, rows: number,
  /** True if its rows are part of those of another table. */
  is_part: boolean, columns: Array<TableColumn>, };

/** A column of a table. */
export type TableColumn = { id: string, name: string, unit: string, doc: string, cells: 'subject' | 'group' | 'text' | 'count' | 'flag' | 'time' | 'span' | 'number' | 'rows', };

/** What stands in a table, column by column. */
export type TableRows = {
  /** The numbers of each column: times in seconds, of rows of another table how many, NaN for what is not known yet. */
  columns: Record<string, Float64Array>,
  /** The words in columns of them, and what the subjects and groups are called. */
  names: Record<string, string[]>,
  /** Why each row is as it is; empty where rows have no reasons. */
  because: Array<string>,
  /** The rows of other tables that rows have, one after the other, by the column that says how many. */
  parts?: { [key in string]: TableRows }, };

/** A published target: a number, an order, a sign. */
export type Target = {
  /** Its name in the reproduction checklist (`R7`), or that of the experiment. */
  id: string,
  /** What is claimed, in a sentence. */
  claim: string,
  /** The published number or words. */
  published: string,
  /** Ours. */
  ours: string,
  /** How near it has to be. */
  tolerance: string,
  /** What came of it. */
  verdict: Verdict,
  /** How many parts it has. */
  parts: number,
  /** How many of them hold. */
  held: number,
  /** True if nothing was published of it: a check of our own, which is counted apart. */
  own: boolean,
  /** True if the tolerance was set after our results were known. */
  tolerance_set_after: boolean,
  /** What explains a difference; empty if there is nothing to explain. */
  note: string, };

/** A workflow as a graph, as of the playhead of a view. */
export type TaskGraph = {
  /** Which of the workflows it is. */
  group: number,
  /** All workflows: which of the groups they are, and their names. */
  groups: Array<[number, string]>,
  /** When it was submitted and when its last task ended, as far as that is known. */
  from_s: number, to_s: number,
  /** How many lines it has. */
  lines: number,
  /** How many levels each line has. */
  levels: number,
  /** True if a node is all tasks of one type in a line. */
  merged: boolean,
  /** What is drawn. */
  nodes: Array<GraphNode>, edges: Array<GraphEdge>,
  /** The types of each line, from the top. */
  kinds: Array<GraphKind>,
  /** The first task, and the node of each from it on. */
  first: number, node_of: Array<number>,
  /** The critical path of this run. */
  path: CriticalPath, };

/** Which set of colours. */
export type ThemeName = "light" | "dark" | "projector";

/** A line across the gap between two pieces of one subject on split nodes of a cluster, where they begin. */
export type Tie = {
  /** From the left edge, in device pixels. */
  x: number,
  /** Where the upper piece ends. */
  top: number,
  /** Where the lower one begins. */
  bottom: number, };

/** The question and answer of a comparison. */
export type Told = {
  /** The question; empty for none. */
  question: Array<Piece>,
  /** The answer; empty for none. */
  answer: Array<Piece>, };

/** What a round would have been with other numbers of workers, and its tasks in the order of the list. */
export type TradeOff = {
  /** 1, 2, .. */
  workers: Array<number>, time_s: Array<number>, efficiency: Array<number>,
  /** Time by efficiency, in seconds. */
  ratio: Array<number>, perfect: number,
  /** The least and the most workers of the ideal interval. */
  ideal: [number, number],
  /** The workers held. */
  at: number, tasks: Array<RoundTask>, };

/** What a user had of a region. */
export type UserInside = {
  /** The number of the user. */
  user: number,
  /** How many jobs or tasks held one of its nodes in the span. */
  jobs: number,
  /** Busy node-hours. */
  node_h: number, };

/** A number that an expression may name. */
export type Variable = {
  /** Its name in expressions. */
  id: string,
  /** The unit people read; empty for none. */
  unit: string,
  /** What it is, in a sentence. */
  doc: string, };

/** What came of a published target. */
export type Verdict = "held" | "held-in-part" | "direction-only" | "not-held" | "undecided" | "by-construction";

/** A window of time and rows, the size of its picture, and how it is to look. All values are taken as they come: what
 * makes no sense is replaced by something near that does. */
export type View = {
  /** Time at the left edge, in seconds. */
  from_s: number,
  /** Time at the right edge, in seconds. */
  to_s: number,
  /** Row at the upper edge; may be between two rows. Where the picture is folded, this and the next are parts of the
   * number of all rows: they stand for the same parts of those that are left. */
  first_row: number,
  /** How many rows are to be seen; need not be whole. */
  rows: number,
  /** True if rows that nobody used are left out, where that says nothing about the run. */
  folded?: boolean,
  /** True if shares of nodes are drawn where bars are too small to be seen one by one: where rows are lower than a pixel
   * of the page, and in clusters where most of the time of nodes is held by bars that are shorter than three or lower than two and a
   * half. */
  shares?: boolean,
  /** Width in device pixels, at most 8192. */
  width: number,
  /** Height in device pixels, at most 8192, and width by height at most 16,000,000. */
  height: number,
  /** Device pixels for each pixel of the page, 1 to 4: names are that much larger. */
  scale?: number,
  /** The playhead, in seconds: nothing behind it is drawn. */
  now_s: number,
  /** The longest wait of all runs that are shown beside each other, in seconds: where it is short the steps of a colour by
   * wait are shorter. `None` if it is not known: then they are those of hours. */
  longest_wait_s?: number,
  /** What the colour of a bar says; `None`: what says most about the run. */
  colour: Colour | null,
  /** The colours to choose from. */
  theme: ThemeName,
  /** The subject that is looked at (never dimmed), or `None`; from outside -1 is none. */
  selected: number,
  /** A query as for [`find`](super::find()): other subjects are dimmed. Empty, or not a query: none are. */
  query: string, };

/** One that waits for nodes. */
export type Waiting = {
  /** Its place in the subject table. */
  id: number,
  /** What people call it. */
  name: string,
  /** The nodes it needs. */
  nodes: number,
  /** Its kind: `job`, .. */
  kind: string,
  /** The cluster that was chosen for it; nothing while none is. */
  cluster: number | null,
  /** How long it has waited, in seconds. */
  waits_s: number,
  /** Why it waits at that moment, in words. */
  reason: string, };

/** What another parameter must be for one to count. */
export type When = {
  /** The other one. */
  parameter: string,
  /** The words it may have for that; a table has no rows where there are none. */
  is: Array<string>, };

/** A kind of work. */
export type Work = "jobs" | "grid-jobs" | "hoc-workflows" | "workflows" | "bags" | "master-worker" | "divisible" | "launchers" | "absences" | "traffic";

/** A kind of work in the catalog. */
export type WorkKind = {
  /** What it is. */
  id: Work,
  /** Its key in a part of the workload. */
  key: string,
  /** What people call several of it. */
  word: string,
  /** What it is, in a sentence. */
  summary: string,
  /** What people call what is counted in it: a workflow falls into `tasks`. */
  things: string,
  /** What people call what several of these belong to: a `bag` of tasks. */
  group: string,
  /** Whether these have names that say something. */
  named: boolean,
  /** Whether it runs on single machines, which may differ; else on the nodes of clusters. */
  machines: boolean,
  /** The measures that decide a comparison where nothing is asked, first those that say most. */
  decide: Array<string>,
  /** What people read where it comes past the system. */
  past?: Past, };

/** Ganttlet scenario: platform, workload, and one or more systems to compare. */
export type ScenarioDocument = {
  "$schema"?: string,
  version: number,
  name?: string,
  seed?: number,
  platform: PlatformChoice,
  workload: Array<WorkloadPart>,
  background?: Array<WorkloadPart>,
  system: SystemChoice,
  compare?: Array<SystemChoice>,
  horizon_s?: number | null,
  warm_up_s?: number,
  measures?: Array<string>,
  measure_parameters?: {
    threshold_s?: number,
  },
};

/** Clusters of the platform. */
export type PlatformChoice = {
  preset: string,
  parameters?: Settings,
} | {
  clusters: Array<{
    name?: string,
    nodes?: number,
    speed?: number,
    machines?: Array<{
      name?: string,
      speed?: number,
      kflops?: number,
      mips?: number,
      memory_mb?: number,
      load?: number,
      platform?: string,
      owner?: string,
      groups?: Array<string>,
      hours?: [number, number],
      cost?: number,
    }>,
  }>,
  network?: {
    bandwidth_mb_s?: number | Array<Array<number>>,
    latency_ms?: number | Array<Array<number>>,
  },
};

/** A part of the workload or of the background. */
export type WorkloadPart = {
  generator: string,
  parameters?: Settings,
} | {
  file: FileReference,
  parameters?: Settings,
} | {
  jobs: {
    submit_s: Array<number>,
    run_s: Array<number>,
    nodes: Array<number>,
    estimate_s?: Array<number | null>,
    user?: Array<number | null>,
    application?: Array<number | null>,
    home?: Array<number | null>,
    number?: Array<number>,
  },
} | {
  grid_jobs: Array<{
    submit_s?: number,
    user?: number | null,
    number?: number | null,
    nodes?: number,
    run_s?: number,
    request?: "flexible" | {
      components: Array<number>,
    } | {
      fixed: Array<[number, number]>,
    } | {
      splits: Array<Array<number>>,
    },
    spread?: "none" | "prime" | "poisson" | "wave-convex" | "wave-linear" | "wave-latency" | "wave-chain" | "ccr" | "allgather" | {
      table: Array<number>,
    } | {
      latency: {
        k: number,
        q: number,
      },
    } | {
      chain: {
        k: number,
      },
    } | {
      collective: {
        operations: number,
        bytes: number,
        processes_per_node?: number,
      },
    },
    inputs?: Array<{
      bytes: number,
      sites?: Array<number>,
    }>,
  } | {
    submit_s?: number,
    user?: number | null,
    number?: number | null,
    malleable: {
      min: number,
      max: number,
      powers_of_two?: boolean,
      amdahl: {
        single_s: number,
        serial: number,
      },
    } | {
      min: number,
      max: number,
      powers_of_two?: boolean,
      downey: {
        single_s: number,
        parallelism: number,
        sigma: number,
      },
    } | {
      min: number,
      max: number,
      powers_of_two?: boolean,
      fitted: {
        a_s: number,
        b_s: number,
        c_s: number,
      },
    } | {
      min: number,
      max: number,
      powers_of_two?: boolean,
      run_times_s: Array<[number, number]>,
    },
    inputs?: Array<{
      bytes: number,
      sites?: Array<number>,
    }>,
  } | {
    submit_s?: number,
    user?: number | null,
    number?: number | null,
    moldable: {
      min: number,
      max: number,
      powers_of_two?: boolean,
      amdahl: {
        single_s: number,
        serial: number,
      },
    } | {
      min: number,
      max: number,
      powers_of_two?: boolean,
      downey: {
        single_s: number,
        parallelism: number,
        sigma: number,
      },
    } | {
      min: number,
      max: number,
      powers_of_two?: boolean,
      fitted: {
        a_s: number,
        b_s: number,
        c_s: number,
      },
    } | {
      min: number,
      max: number,
      powers_of_two?: boolean,
      run_times_s: Array<[number, number]>,
    },
    inputs?: Array<{
      bytes: number,
      sites?: Array<number>,
    }>,
  } | {
    submit_s?: number,
    user?: number | null,
    number?: number | null,
    sweep: {
      tasks: number,
      run_s: number,
    } | {
      tasks_s: Array<number>,
    },
  }>,
} | {
  hoc_workflows: Array<{
    submit_s?: number,
    user?: number | null,
    home?: number,
    hocs: Array<{
      pattern: "farm" | "pipeline" | "wavefront",
      units: number,
      messages: number,
      message_mb: number,
      compute_s?: number,
      grain?: number,
      farm_messages?: "per-worker" | "total",
      wavefront_shape?: "exact" | "clipped" | "triangle",
      sends?: "concurrent" | "blocking",
    }>,
  }>,
} | {
  workflow: {
    name?: string,
    submit_s?: number,
    tasks: Array<{
      id: string,
      program?: string,
      run_s: number,
      nodes?: number,
      parents?: Array<string>,
      inputs?: Array<string>,
      outputs?: Array<string>,
    }>,
    files?: { [name: string]: number },
  },
} | {
  bags: Array<{
    name?: string,
    user?: number | null,
    at_s?: number,
    home?: number,
    tasks_s: Array<number>,
  }>,
} | {
  applications: Array<{
    name?: string,
    user?: number | null,
    number?: number | null,
    home?: number | null,
    submit_s?: number,
    tasks_s: Array<number>,
    iterations?: number,
    expected_s?: Array<number>,
    keys?: Array<number>,
    sequential_s?: number,
    priority?: number,
    needs?: {
      kflops?: [number | null, number | null],
      mips?: [number | null, number | null],
      memory_mb?: number,
      load?: number | null,
      platform?: string,
      group?: string,
    },
  } | {
    name?: string,
    user?: number | null,
    number?: number | null,
    home?: number | null,
    submit_s?: number,
    batches_s: Array<Array<number | null>>,
    expected_s?: Array<number>,
    keys?: Array<number>,
    sequential_s?: number,
    priority?: number,
    needs?: {
      kflops?: [number | null, number | null],
      mips?: [number | null, number | null],
      memory_mb?: number,
      load?: number | null,
      platform?: string,
      group?: string,
    },
  }>,
} | {
  divisible: Array<{
    name?: string,
    user?: number | null,
    at_s?: number,
    kflop?: number,
    jobs_kflop?: Array<number>,
    looseness?: number,
    scale_s?: number,
    queue?: number,
    removed_s?: number,
  }>,
} | {
  launchers: Array<{
    name?: string,
    user?: number | null,
    at_s?: number,
    clusters?: Array<number>,
    factor?: number,
    adapt_s?: number,
    select_once?: boolean,
    hosts: number,
    run_s: number,
  } | {
    name?: string,
    user?: number | null,
    at_s?: number,
    clusters?: Array<number>,
    factor?: number,
    adapt_s?: number,
    select_once?: boolean,
    moldable: {
      one_host_s: number,
      parallel?: number,
      least?: number,
      most?: number,
      usual?: number,
    },
  } | {
    name?: string,
    user?: number | null,
    at_s?: number,
    clusters?: Array<number>,
    factor?: number,
    adapt_s?: number,
    select_once?: boolean,
    complex: {
      work_s?: number,
      iterations?: number,
      messages?: number,
    },
  }>,
} | {
  absences: Array<{
    machine: number,
    from_s: number,
    to_s: number,
    gone?: boolean,
  }>,
} | {
  traffic: Array<{
    from?: number,
    to?: number,
    levels: Array<[number, number]>,
  }>,
};

/** A file, identified by its content. */
export type FileReference = {
  name: string,
  sha256: string,
  format: string,
  url?: string | null,
};

/** System with its policies. */
export type SystemChoice = {
  kind: string,
  policies?: { [name: string]: string },
  parameters?: Settings,
  name?: string,
  platform?: PlatformChoice,
  set?: Settings,
};

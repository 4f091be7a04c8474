/** @file `<play-dialog>`: the reader schedules a small board, compared with FCFS and EASY. */

import { html, nothing } from 'lit';
import { parsePlayFragment, playFragment } from '../address/play.js';
import { closePlay, openPlay } from '../commands/play.js';
import { keepChoices } from '../commands/played-choices.js';
import { comparePlayed } from '../commands/played-runs.js';
import { copyText } from '../elements/clipboard.js';
import { Dialog } from '../elements/dialog.js';
import { inlineStyle } from '../elements/style-directive.js';
import {
  choiceOf,
  comparedScenario,
  decisionAt,
  fetchBoard,
  fetchBoards,
  lowestFree,
  playedScenario,
  policyScenario,
  possibleChoices,
  WAIT,
} from '../scenario/board.js';
import { StoreController } from '../state/store.js';
import { formatCount } from '../text/numbers.js';
import { formatMoment, formatTime, sentenceCase } from '../text/time.js';
import { dragBlock } from './block-drag.js';
import { boardChart } from './board-chart.js';
import { BoardFocus } from './board-focus.js';
import { renderBoardList } from './board-list.js';
import { BoardRuns } from './board-runs.js';
import { renderChallenge, renderResult, renderScore, resultSentence } from './board-score.js';
import { beatenSentence, selectionSentence } from './board-texts.js';
import { DecisionBoard } from './decision-board.js';
import { easyStarts, hintSentence } from './easy-decision.js';
import { playStyle } from './play-style.js';
import { judgeSchedule, renderVerdict } from './verdict.js';

/** @import { PlayPlace } from '../address/play.js' */
/** @import { Board, BoardDecision } from '../scenario/board.js' */
/** @import { BoardRun } from './board-runs.js' */
/** @import { Game } from './board-score.js' */
/** @import { Verdict } from './losses.js' */

/** Maximum height of a node in the reader's chart, and height on a phone, px. */
const NODE_PX = 13;
const CHART_PX = 260;
/** Height of the charts of other policies, px. */
const OTHER_PX = 72;

/** Boards to schedule by hand. */
export class PlayDialog extends Dialog {
  static properties = {
    ...Dialog.properties,
    boards: { state: true },
    game: { state: true },
    run: { state: true },
    chosen: { state: true },
    message: { state: true },
    verdict: { state: true },
    drag: { state: true },
    width: { state: true },
    theirsOpen: { state: true },
  };

  static styles = [...Dialog.styles, playStyle];

  constructor() {
    super();
    this.fromStore = new StoreController(this, ({ play, played }) => ({ play, played }));
    this.runs = new BoardRuns();
    this.focuser = new BoardFocus(this);
    this.decisions = new DecisionBoard(this);
    this.width = 0;
    this.sizes = new ResizeObserver(([entry]) => (this.width = Math.floor(entry?.contentRect.width ?? 0)));
    /** The measured chart. @type {Element|null} */
    this.measured = null;
    /** @type {Board[]} */
    this.boards = [];
    /** @type {Game|undefined} */
    this.game = undefined;
    /** The run of the choices so far. @type {BoardRun & {choices: string}|undefined} */
    this.run = undefined;
    /** The number of the selected job. */
    this.chosen = 0;
    /** The message about the last action: a hint, an error, a result. */
    this.message = '';
    /** The ignored parts of the link, until they are shown. */
    this.ignored = '';
    /** @type {Verdict|undefined} */
    this.verdict = undefined;
    /** Whether the schedule to beat is open. */
    this.theirsOpen = false;
    /** @type {import('./block-drag.js').Drag|undefined} */
    this.drag = undefined;
    /** The last shown place. */
    this.shown = '';
    this.turn = 0;
  }

  /** @override */
  disconnectedCallback() {
    this.runs.close();
    super.disconnectedCallback();
  }

  /** @override */
  get heading() {
    return ['Schedule it yourself', this.game?.board.name ?? this.decisions.game?.scenario.name].filter(Boolean).join(': ');
  }

  /** What is shown, for the focus: the list, a board, or its result. */
  get shownPlace() {
    const { game, run, isOver, decisions } = this;
    if (decisions.run) return `scenario ${decisions.isOver}`;
    return game && run ? `${game.board.id} ${isOver}` : 'list';
  }

  /** The place that the address names; null while no board is open. */
  get place() {
    const { play } = this.fromStore.value;
    return play === null ? null : (parsePlayFragment(play) ?? null);
  }

  /** The choices so far, one character each. */
  get choices() {
    return this.place?.choices ?? '';
  }

  /** The current decision; undefined before the first run and at the end. @returns {BoardDecision|undefined} */
  get decision() {
    const { run, game } = this;
    if (!run || !game || this.isOver) return undefined;
    return decisionAt(run.jobs, game.nodes, run.now_s);
  }

  /** Whether all jobs have started. */
  get isOver() {
    return this.run?.jobs.every(({ start_s }) => Number.isFinite(start_s)) ?? false;
  }

  /** The jobs that can start, in the order of arrival. */
  get fitting() {
    return this.decision?.waiting.filter(({ place }) => place > 0) ?? [];
  }

  /** The selected job. */
  get selected() {
    return this.decision?.waiting.find(({ number }) => number === this.chosen);
  }

  /** The selected job if it can start. */
  get candidate() {
    return this.selected?.place ? this.selected : undefined;
  }

  /** @override */
  async open() {
    await super.open();
    this.requestUpdate();
  }

  willUpdate() {
    const { place } = this;
    if (place !== null && !this.opened) void this.open();
    if (place === null && this.opened) this.close();
    const shown = place === null ? '' : JSON.stringify(place);
    if (shown === this.shown) return;
    this.shown = shown;
    if (place !== null) void this.show(place);
  }

  updated() {
    const chart = this.renderRoot.querySelector('.chart');
    if (chart === this.measured) return;
    this.sizes.disconnect();
    if (chart) this.sizes.observe(chart);
    this.measured = chart;
  }

  /** @override */
  onClosed() {
    super.onClosed();
    this.runs.close();
    this.decisions.close();
    Object.assign(this, { game: undefined, run: undefined });
    closePlay(this.page);
  }

  /** Shows a board after some choices. @param {PlayPlace} place */
  async show(place) {
    const { board: id, choices, beat } = place;
    this.turn += 1;
    const { turn } = this;
    this.verdict = undefined;
    if (place.scenario === '') this.decisions.close();
    // A result is of the complete schedule only.
    if (this.run && this.isOver) this.message = '';
    try {
      this.boards = await fetchBoards();
      if (id === '') {
        Object.assign(this, { game: undefined, run: undefined });
        if (place.scenario !== '') await this.decisions.show(place);
        return;
      }
      const kept = this.fromStore.value.played.find((place) => place.board === id && place.beat === beat);
      if (choices === '' && kept && kept.choices !== '') return this.goTo(kept.choices);
      const possible = possibleChoices(choices);
      if (possible !== choices) {
        this.ignored = `\u201c${choices.slice(possible.length)}\u201d in the link was ignored: each choice is a digit or a letter.`;
        this.goTo(possible);
        return;
      }
      if (this.game?.board.id !== id || this.game.beat !== beat) {
        Object.assign(this, { message: '', run: undefined, theirsOpen: false });
        const board = this.boards.find((one) => one.id === id);
        if (!board) throw new Error(`There is no board ${id}. Choose one of the list.`);
        const scenario = await fetchBoard(id);
        const [fcfs, easy] = await Promise.all(['fcfs', 'easy'].map((policy) => this.runs.run(policyScenario(scenario, policy))));
        const theirs = beat ? await this.runs.run(playedScenario(scenario, possibleChoices(beat))) : undefined;
        if (turn !== this.turn || !fcfs || !easy) return;
        const isComplete = theirs?.jobs.every(({ start_s }) => Number.isFinite(start_s)) ?? true;
        if (!isComplete) this.ignored = 'The schedule to beat in the link was ignored: it is not complete.';
        this.game = { scenario, board, beat, nodes: board.nodes, fcfs, easy, theirs: isComplete ? theirs : undefined };
      }
      const run = await this.runs.run(playedScenario(this.game.scenario, choices));
      if (turn !== this.turn) return;
      this.run = { ...run, choices };
      this.chosen = this.fitting[0]?.number ?? 0;
      const [finding] = run.findings;
      if (finding && choices !== '') {
        // Invalid choices are dropped, so that decisions continue from the last valid one.
        this.showMessage(`${sentenceCase(finding)}. The choices from there on were dropped.`);
        this.goTo(choices.slice(0, -1));
        return;
      }
      keepChoices(this.page, place);
      if (this.isOver) await this.judge();
      else if (this.ignored) this.showMessage('');
    } catch (error) {
      if (turn !== this.turn) return;
      this.message = error instanceof Error ? error.message : String(error);
      this.game = undefined;
      this.decisions.close();
    }
  }

  /** Shows a sentence, after a note on ignored parts of the link. @param {string} sentence */
  showMessage(sentence) {
    this.message = `${this.ignored} ${sentence}`.trim();
    this.ignored = '';
  }

  /** Compares the schedule with the best one. */
  async judge() {
    const { game, turn, run } = this;
    if (!game || !run) return;
    const beside = game.theirs ? ` ${beatenSentence(run.wait_s, game.theirs.wait_s)}` : '';
    this.showMessage(`${resultSentence(game, run)}${beside}`);
    const verdict = await judgeSchedule(game, run, this.runs, () => turn !== this.turn || !this.opened);
    if (turn === this.turn) this.verdict = verdict;
  }

  /** @param {string} choices */
  goTo(choices) {
    const { place } = this;
    if (!place) return;
    keepChoices(this.page, { ...place, choices });
    openPlay(this.page, playFragment({ ...place, choices }));
  }

  /** Starts a job, if it fits. @param {number} number */
  start(number) {
    const { decision } = this;
    const job = decision?.waiting.find((one) => one.number === number);
    if (!decision || !job) return;
    if (job.place === 0) {
      this.message = selectionSentence(job, decision.free, this.run?.now_s ?? 0);
      return;
    }
    this.message = `Job ${number} started.`;
    this.goTo(this.choices + choiceOf(job.place));
  }

  /** Starts no job until the next event. */
  wait() {
    if (!this.decision) return;
    this.message = 'Waited for the next event.';
    this.goTo(this.choices + WAIT);
  }

  /** Removes the last choice. */
  undo() {
    if (this.choices === '') return;
    this.message = 'The last decision was undone.';
    this.goTo(this.choices.slice(0, -1));
  }

  /** Shows what EASY would do now, or does it. @param {boolean} does */
  async askEasy(does) {
    const { game, run, turn } = this;
    if (!game || !run || this.isOver) return;
    const numbers = await easyStarts(this.runs, game.scenario, run);
    if (turn !== this.turn) return;
    if (!does) this.message = hintSentence(numbers);
    else if (numbers[0] === undefined) this.wait();
    else this.start(numbers[0]);
  }

  /** Opens the schedule beside FCFS and EASY in the charts of the page. */
  async compare() {
    const { game, choices } = this;
    if (!game) return;
    await comparePlayed(this.page, comparedScenario(game.scenario, choices));
  }

  /** Copies the link of a board. @param {string} beat the choices of the schedule to beat, empty for none */
  async copyLink(beat) {
    const link = `${location.href.replace(/#.*$/u, '')}#${playFragment({ board: this.place?.board ?? '', beat })}`;
    this.message = (await copyText(link)) ? `Copied, ${link.length} characters.` : `Copy this link: ${link}`;
  }

  /** Keys: left and right choose, Enter starts, W waits, H is a hint, P leaves the decision to EASY, Backspace undoes. @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const inButton = /** @type {HTMLElement} */ (event.composedPath()[0]).localName === 'button';
    if (this.decisions.run && this.decisions.press(event.key, inButton)) event.preventDefault();
    if (!this.game) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step && this.decision) this.choose(step);
    else if (event.key === 'Enter' && !inButton && this.selected) this.start(this.chosen);
    else if (event.key === 'w' || event.key === 'W') this.wait();
    else if (event.key === 'h' || event.key === 'H') void this.askEasy(false);
    else if (event.key === 'p' || event.key === 'P') void this.askEasy(true);
    else if (event.key === 'Backspace') this.undo();
    else return;
    event.preventDefault();
  }

  /** Moves the selection. @param {number} step */
  choose(step) {
    const waiting = this.decision?.waiting ?? [];
    const at = waiting.findIndex(({ number }) => number === this.chosen);
    this.chosen = waiting[(at + step + waiting.length) % waiting.length]?.number ?? 0;
    void this.updateComplete.then(() =>
      /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('[role="option"][aria-selected="true"]'))?.focus(),
    );
  }

  /** Follows a block that is dragged onto the chart. @param {PointerEvent} event @param {number} number */
  grab(event, number) {
    if (event.button !== 0) return;
    this.chosen = number;
    dragBlock(event, number, {
      chart: () => this.renderRoot.querySelector('.chart'),
      move: (drag) => (this.drag = drag),
      drop: () => this.start(number),
    });
  }

  /** @override */
  renderContent() {
    if (this.game && this.run) return this.renderGame(this.game, this.run);
    const isLoading = (this.place?.board || this.place?.scenario) && !this.message;
    return (
      this.decisions.render() ?? (isLoading ? html`<p class="soft">Loading …</p>` : renderBoardList(this.page, this.boards, this.message))
    );
  }

  /**
   * Renders the game: the chart, the queue, the candidates and the schedules of other policies.
   * @param {Game} game
   * @param {BoardRun} run
   */
  renderGame(game, run) {
    const { decision, candidate, isOver } = this;
    const { nodes, fcfs, easy, theirs } = game;
    const now_s = isOver ? Math.max(...run.jobs.map(({ end_s }) => end_s)) : run.now_s;
    const width = Math.max(200, this.width || 800);
    const span_s = Math.max(fcfs.end_s, isOver ? run.end_s : now_s) * 1.02;
    const scale = { span_s, nodes, width, height: Math.min(NODE_PX * nodes, CHART_PX) };
    const ghost = candidate &&
      decision && { nodes: lowestFree(decision.running, candidate.size, nodes), from_s: now_s, to_s: now_s + candidate.estimate_s };
    // What others start right now would give their decision away.
    const other = { ...scale, height: OTHER_PX };
    return html`<div class="game">
      <div>
        ${theirs && !isOver ? renderChallenge(theirs, this.theirsOpen, () => (this.theirsOpen = true)) : nothing}
        <p class="decision" tabindex=${isOver ? -1 : nothing}>${isOver ? this.message : this.renderDecision(now_s)}</p>
        <div class="chart ${this.drag?.over ? 'drop' : ''}">
          ${boardChart(scale, run.jobs, now_s, { ghost, ruler: true, label: `Your schedule until ${formatMoment(now_s)}` })}
        </div>
        ${isOver ? nothing : this.renderTray(scale)}
        ${
          theirs && (isOver || this.theirsOpen)
            ? html`<h3>Schedule to beat, complete</h3>${boardChart({ ...other, span_s: Math.max(span_s, theirs.end_s) }, theirs.jobs, theirs.end_s, { label: 'Schedule to beat' })}`
            : nothing
        }
        ${[
          { name: 'EASY', of: easy },
          { name: 'FCFS', of: fcfs },
        ].map(
          ({ name, of }) =>
            html`<h3>${name}, ${isOver ? 'complete' : `until ${formatMoment(now_s)}`}</h3>
              ${boardChart(other, isOver ? of.jobs : of.jobs.filter(({ start_s }) => start_s < now_s), isOver ? span_s : now_s, { label: `${name} until ${formatMoment(now_s)}` })}`,
        )}
      </div>
      <div class="side">${isOver ? this.renderEnd(game, run) : html`${renderScore(game, run)}${this.renderBoardsButton()}${this.renderBoardLink()}`}</div>
      ${this.renderDragged(scale)}
      <p class="unseen" role="status">${this.message}</p>
    </div>`;
  }

  /** The button that copies the link of the board without choices, as a task for others. */
  renderBoardLink() {
    return html`<button class="quiet" @click=${() => this.copyLink('')}>Copy the link to this board</button>`;
  }

  /** The button that opens the list of boards. */
  renderBoardsButton() {
    return html`<button class="quiet" @click=${() => openPlay(this.page)}>Other boards</button>`;
  }

  /**
   * The result of a complete schedule, with its actions.
   * @param {Game} game
   * @param {BoardRun} run
   */
  renderEnd(game, run) {
    return html`${renderResult(game, run)}
      ${renderVerdict(this.verdict, game.board.proven, (choices) => this.goTo(choices))}
      <div class="buttons">
        <button class="primary" @click=${() => this.copyLink(this.choices)}>Copy the link: beat my schedule</button>
        <button class="edged" @click=${this.compare}>Open beside FCFS and EASY</button>
        <button class="edged" @click=${this.undo}>Undo</button>
        <button class="edged" @click=${() => this.goTo('')}>Start again</button>
        ${this.renderBoardsButton()}
      </div>
      <p class="soft">Digest ${run.digest}. The link opens the board with the mean wait to beat; your ${formatCount(this.choices.length, 'decisions')} can be seen on request. The address of this page repeats your schedule.</p>`;
  }

  /** @param {number} now_s */
  renderDecision(now_s) {
    const { decision, selected } = this;
    if (!decision) return nothing;
    const { free, waiting } = decision;
    const sentence = selectionSentence(selected, free, now_s);
    const known = this.message && !this.message.includes('started.') ? `${this.message} ` : '';
    return html`<b>Your decision at ${formatMoment(now_s)}.</b> ${known}${formatCount(free, 'idle nodes')}, ${formatCount(waiting.length, 'waiting jobs')}.
    ${this.message === sentence ? nothing : sentence}`;
  }

  /** The waiting jobs as blocks, on the scale of the chart. @param {import('./board-chart.js').BoardScale} scale */
  renderTray({ span_s, nodes, width, height }) {
    const { decision } = this;
    if (!decision) return nothing;
    const now_s = this.run?.now_s ?? 0;
    return html`<h3 id="waiting">Waiting jobs</h3>
      <div class="tray" role="listbox" aria-labelledby="waiting">
        ${decision.waiting.map((job) => {
          const { number, size, estimate_s, submit_s, place } = job;
          const fits = place > 0 ? 'fits' : `needs ${size}, ${decision.free} idle`;
          const chosen = number === this.chosen;
          return html`<div
            role="option"
            tabindex=${chosen ? 0 : -1}
            aria-selected=${chosen}
            data-job=${number}
            @click=${() => (this.chosen = number)}
            @dblclick=${() => this.start(number)}
            @pointerdown=${(/** @type {PointerEvent} */ event) => this.grab(event, number)}
          >
            <span class="block ${this.drag?.number === number ? 'held' : ''}" ${inlineStyle({ width: `${(estimate_s / span_s) * width}px`, height: `${(size / nodes) * height}px` })}></span>
            <span><span class="unseen">Job</span> <b>${number}</b> ${formatCount(size, 'nodes')} ≤ ${formatTime(estimate_s)}</span><span class="unseen">waits ${formatTime(now_s - submit_s)}</span>
            <span class=${place > 0 ? 'fits' : 'soft'}>${fits}</span>
          </div>`;
        })}
      </div>
      <div class="buttons">
        <button class="primary" ?disabled=${!this.candidate || this.chosen !== this.candidate.number} @click=${() => this.start(this.chosen)}>
          Start job ${this.chosen}<span class="key"> (Enter)</span>
        </button>
        <button class="edged" @click=${this.wait}>Wait<span class="key"> for next event (W)</span></button>
        <button class="edged" @click=${() => this.askEasy(false)}>Hint<span class="key"> (H)</span></button>
        <button class="edged" @click=${() => this.askEasy(true)}>EASY decides<span class="key"> (P)</span></button>
        <button class="edged" ?disabled=${this.choices === ''} @click=${this.undo}>Undo</button>
        <button class="edged" ?disabled=${this.choices === ''} @click=${() => this.goTo('')}>Start again</button>
      </div>`;
  }

  /** The dragged block. @param {import('./board-chart.js').BoardScale} scale */
  renderDragged({ span_s, nodes, width, height }) {
    const { drag } = this;
    const job = this.decision?.waiting.find(({ number }) => number === drag?.number);
    if (!drag || !job) return nothing;
    return html`<span class="block drag" ${inlineStyle({ left: `${drag.x}px`, top: `${drag.y}px`, width: `${(job.estimate_s / span_s) * width}px`, height: `${(job.size / nodes) * height}px` })}></span>`;
  }
}

customElements.define('play-dialog', PlayDialog);

/**
 * @file The board of a scenario in `<play-dialog>`: the reader decides where jobs and tasks run, or which are next, in place of the policies. The
 * run stops at each decision without a choice.
 */

import { keepChoices } from '../commands/played-choices.js';
import { comparePlayed } from '../commands/played-runs.js';
import { copyText } from '../elements/clipboard.js';
import {
  besidePolicy,
  playedRun,
  playedSystem,
  policyRun,
  stepwiseScenario,
  withChoice,
  withoutLastChoices,
} from '../scenario/played-systems.js';
import { sentenceCase } from '../text/time.js';
import { decisionCandidates } from './decision-candidates.js';
import { renderDecisionBoard, scheduleVerdict } from './decision-view.js';

/** @import { PlayPlace } from '../address/play.js' */
/** @import { ScenarioDocument as Scenario } from '../scenario/types.js' */
/** @import { DecisionRun } from './board-runs.js' */
/** @import { Candidate } from './decision-candidates.js' */
/** @import { PlayDialog } from './play-dialog.js' */

/**
 * The scenario of a board; base: the one whose policies decide where the reader does not; policy: its run without choices.
 * @typedef {{code: string, scenario: Scenario, base: Scenario, policy: DecisionRun}} DecisionGame
 */

/** The board of a scenario. */
export class DecisionBoard {
  /** @param {PlayDialog} dialog */
  constructor(dialog) {
    this.dialog = dialog;
    /** @type {DecisionGame|undefined} */
    this.game = undefined;
    /** @type {DecisionRun & {choices: string}|undefined} */
    this.run = undefined;
    /** The place that would be picked; 0 for none. */
    this.chosen = 0;
    /** The message about the last action. */
    this.message = '';
    /** Counts the boards and choices that were shown: answers to older ones are ignored. */
    this.turn = 0;
  }

  /** The candidates of the open decision. @returns {Candidate[]} */
  get candidates() {
    const { run, game } = this;
    if (!run?.open || !game) return [];
    const offset = game.scenario.system.kind === 'bags' ? run.open.decider : 0;
    return decisionCandidates(run.open, { ...run, offset });
  }

  /** The candidate that would be picked. */
  get candidate() {
    return this.candidates.find(({ place, allowed }) => allowed && place === this.chosen);
  }

  /** Whether all decisions are made. */
  get isOver() {
    return this.run !== undefined && this.run.open === null;
  }

  /** Forgets the board. */
  close() {
    this.turn += 1;
    this.game = undefined;
    this.run = undefined;
    this.message = '';
  }

  /** Shows the scenario of a place after its choices. @param {PlayPlace} place */
  async show(place) {
    const { scenario: code, choices } = place;
    this.turn += 1;
    const { turn } = this;
    if (this.game?.code !== code) {
      this.close();
      this.turn = turn;
      const game = await this.#open(code);
      if (turn !== this.turn) return;
      this.game = game;
    }
    const game = /** @type {DecisionGame} */ (this.game);
    const { base, policy } = game;
    const run = await this.dialog.runs.decide(playedRun(base, choices));
    if (turn !== this.turn) return;
    const problem = run.warnings.find((warning) => !policy.warnings.includes(warning));
    if (problem && choices !== '') {
      // What cannot be chosen is dropped, so that decisions go on from the last one that was possible.
      this.message = `${sentenceCase(problem)}. The last choice was dropped.`;
      const before = await this.#before(choices);
      if (turn === this.turn) this.dialog.goTo(before);
      return;
    }
    this.run = { ...run, choices };
    keepChoices(this.dialog.page, place);
    const [first] = this.candidates.filter(({ allowed }) => allowed);
    // The choice of the policy is not given away.
    this.chosen = first?.place ?? 0;
    if (this.isOver) this.message = scheduleVerdict(game, run, this.dialog.page.store.get().catalog);
    const { activeElement } = /** @type {ShadowRoot} */ (this.dialog.renderRoot);
    if (activeElement?.role === 'option') await this.#focusChosen();
    else this.dialog.requestUpdate();
  }

  /** Moves the focus to the candidate that would be picked. */
  async #focusChosen() {
    this.dialog.requestUpdate();
    await this.dialog.updateComplete;
    /** @type {HTMLElement|null} */ (this.dialog.renderRoot.querySelector('[role="option"][aria-selected="true"]'))?.focus();
  }

  /** Opens a scenario: its policies decide first. @param {string} code @returns {Promise<DecisionGame>} */
  async #open(code) {
    const { scenario: text, diagnostics } = await this.dialog.page.services.decode_link(code);
    if (!text) throw new Error(`The link of this board contains no scenario. ${diagnostics[0]?.message ?? ''}`.trim());
    const scenario = policyRun(/** @type {Scenario} */ (JSON.parse(text)));
    const policy = await this.dialog.runs.decide(scenario);
    const first = await this.dialog.runs.decide(playedRun(scenario, ''));
    if (!first.open) throw new Error('This scenario has no decision to make.');
    return { code, scenario: JSON.parse(text), base: first.open.asked === 'plan' ? stepwiseScenario(scenario) : scenario, policy };
  }

  /** The choices before the last one. @param {string} choices */
  async #before(choices) {
    const [first = '', ...others] = withoutLastChoices(choices);
    if (others.length === 0 || !this.game) return first;
    for (const candidate of [first, ...others]) {
      const run = await this.dialog.runs.decide(playedRun(this.game.base, candidate), { recorded: true });
      // All choices but the last one are used up where the run stops.
      if (run.choices === candidate) return candidate;
    }
    return first;
  }

  /** Picks a candidate; 0 waits. @param {number} place */
  pick(place) {
    const { run } = this;
    if (!run?.open) return;
    const candidate = this.candidates.find((one) => one.place === place);
    if (place === 0 ? !run.open.may_wait : !candidate?.allowed) return;
    this.message = place === 0 ? 'Waited for the next event.' : `${candidate?.name} was picked.`;
    this.dialog.goTo(withChoice(run.choices, run.open.decider, place));
  }

  /** Removes the last choice. */
  async undo() {
    const { run, turn } = this;
    if (!run || run.choices === '') return;
    const before = await this.#before(run.choices);
    if (turn !== this.turn) return;
    this.message = 'The last decision was undone.';
    this.dialog.goTo(before);
  }

  /** Leaves this decision to the policy. */
  leave() {
    if (this.run?.open) this.pick(this.run.open.policy ?? 0);
  }

  /** Leaves all decisions from here on to the policy. */
  async leaveRest() {
    const { run, game, turn } = this;
    if (!run?.open || !game) return;
    const { choices } = await this.dialog.runs.decide(playedRun(game.base, run.choices, 'policy'), { recorded: true });
    if (turn === this.turn) this.dialog.goTo(choices);
  }

  /** Shows what the policy would pick. */
  hint() {
    const { run } = this;
    if (!run?.open) return;
    const { policy } = run.open;
    const name = this.candidates.find(({ place }) => place === policy)?.name;
    this.message = name ? `The policy would pick ${name}.` : 'The policy would wait.';
    this.dialog.requestUpdate();
  }

  /** The scenario with the schedule of the reader beside the policy. @returns {Scenario|undefined} */
  get compared() {
    const { game, run } = this;
    return game && run && besidePolicy(game.scenario, playedSystem(game.base.system, run.choices, 'stop'));
  }

  /** Opens the schedule beside the policy in the charts of the page. */
  async compare() {
    const { compared, game } = this;
    if (compared && game) await comparePlayed(this.dialog.page, compared, game.code);
  }

  /** Copies a link to the schedule, which verifies it by the digests of both runs. */
  async copyLink() {
    const { compared, game, run } = this;
    if (!compared || !game || !run) return;
    const digests = [];
    for (const system of [compared.system, ...(compared.compare ?? [])])
      digests.push((await this.dialog.runs.decide({ ...compared, system, compare: [] })).result);
    const results = digests.every(Boolean) ? /** @type {import('../engine/types.js').Digest[]} */ (digests) : [];
    const fragment = await this.dialog.page.services.encode_link(JSON.stringify(compared), results);
    const link = `${location.href.replace(/#.*$/u, '')}#${fragment}`;
    this.message = (await copyText(link)) ? `Copied, ${link.length} characters.` : `Copy this link: ${link}`;
    this.dialog.requestUpdate();
  }

  /** Moves the choice. @param {number} step */
  choose(step) {
    const places = this.candidates.filter(({ allowed }) => allowed).map(({ place }) => place);
    const at = places.indexOf(this.chosen);
    this.chosen = places[(at + step + places.length) % places.length] ?? 0;
    void this.#focusChosen();
  }

  /**
   * Keys: left and right choose, Enter picks, W waits, H is a hint, P leaves the decision to the policy, Backspace undoes.
   * @param {string} key
   * @param {boolean} inButton
   * @returns {boolean} whether it is a key of the board
   */
  press(key, inButton) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (step && this.run?.open) this.choose(step);
    else if (key === 'Enter' && !inButton && this.candidate) this.pick(this.chosen);
    else if (key === 'w' || key === 'W') this.pick(0);
    else if (key === 'h' || key === 'H') this.hint();
    else if (key === 'p' || key === 'P') this.leave();
    else if (key === 'Backspace') void this.undo();
    else return false;
    return true;
  }

  /** The board, or nothing while it is loading. */
  render() {
    return this.game && this.run ? renderDecisionBoard(this, this.game, this.run) : undefined;
  }
}

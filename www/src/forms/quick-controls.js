/** @file The quick settings of the catalog and the seed, beside the charts. */
import { css, html, nothing } from 'lit';
import { openNewSeed } from '../commands/seeds.js';
import { patchScenario } from '../commands.js';
import { registerElements } from '../elements/element-registry.js';
import { icon } from '../elements/icons.js';
import { debounce, StateElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { editedScenario } from '../scenario/edited-scenario.js';
import { parameterValue, SLIDER_STEPS, sliderPosition, valueAtPosition, valueText, withSetting } from '../scenario/parameter-values.js';
import { quickSliders } from '../scenario/quick-sliders.js';
import { formatNumber } from '../text/numbers.js';
import { renderSeedsButton, renderSweepButton } from './study-buttons.js';

/** @import { Slider } from '../scenario/quick-sliders.js' */
/** @import { Settings } from '../engine/types.js' */

/** Pause in moving a slider before the work is generated again, ms. */
const PAUSE_MS = 120;

/** The sliders, and the button for a new seed. */
export class QuickControls extends StateElement {
  static properties = { moved: { state: true }, locked: { attribute: false }, plain: { type: Boolean } };

  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['catalog', 'text', 'shaped', 'scenario'];

  static styles = [
    panelStyle,
    css`
      .row {
        gap: 2px 12px;
      }
      label {
        display: flex;
        align-items: center;
        gap: 8px;
        min-width: 0;
      }
      input[type='range'] {
        width: 88px;
        min-height: var(--control, 28px);
      }
      output {
        min-width: 4ch;
      }
      .seed {
        display: flex;
        align-items: center;
        gap: 4px;
      }
      .seed b {
        font-weight: 600;
      }
      @media (width < 700px) {
        label {
          flex: 1 1 60%;
        }
        button span {
          display: none;
        }
        input[type='range'] {
          flex: 1;
        }
      }
    `,
  ];

  constructor() {
    super();
    /**
     * The moved settings that are not yet in the scenario: the index of the work, and its settings.
     * @type {{ at: number, settings: Settings } | undefined}
     */
    this.moved = undefined;
    /** Controls that are shown but cannot be changed: `seed`, ids of parameters. @type {readonly string[]} */
    this.locked = [];
    /** Whether there are no links to studies. */
    this.plain = false;
    this.settle = debounce(() => this.applySettings(), PAUSE_MS);
  }

  /** @override */
  disconnectedCallback() {
    this.settle.flush();
    super.disconnectedCallback();
  }

  /** @override */
  render() {
    const sliders = quickSliders(this.state.catalog, editedScenario(this.state)?.workload ?? []);
    if (sliders.length === 0) return nothing;
    const several = new Set(sliders.map(({ at }) => at)).size > 1;
    return html`<div class="row">
      ${sliders.map((slider) => this.renderSlider(slider, several))}
      <span class="seed"><span class="soft">Seed</span> <b>${editedScenario(this.state)?.seed ?? nothing}</b>${this.locked.includes('seed') ? nothing : html`<button type="button" class="icon-only" aria-label="New seed" title="Next seed: same model, other random numbers (Shift: a random seed)" @click=${this.drawSeed}>${icon('dice')}</button>`}</span>
      ${this.plain ? nothing : renderSeedsButton(this.page)}
    </div>`;
  }

  /**
   * Renders the slider of a generator parameter, or its value if the lesson locks it.
   * @param {Slider} slider
   * @param {boolean} several whether the work has several parts with sliders
   */
  renderSlider({ at, entry, parameter, settings }, several) {
    const now = this.moved?.at === at ? this.moved.settings : settings;
    const value = Number(parameterValue(parameter, now));
    const name = several ? `${entry.name}: ${parameter.name.toLowerCase()}` : parameter.name;
    if (this.locked.includes(parameter.id))
      return html`<span title=${parameter.doc}><span class="soft">${name}</span> ${formatNumber(value)}</span>`;
    return html`<label title=${parameter.doc}
      ><span class="soft">${name}</span
      ><input
        type="range"
        min="0"
        max=${SLIDER_STEPS}
        aria-valuetext=${valueText(parameter, value)}
        .value=${String(sliderPosition(parameter, value))}
        @input=${(/** @type {Event} */ event) =>
          this.queueSettings(
            at,
            withSetting(
              entry.parameters,
              now,
              parameter.id,
              valueAtPosition(parameter, Number(/** @type {HTMLInputElement} */ (event.target).value)),
            ),
          )}
      /><output>${formatNumber(value)}</output></label
      >${this.plain ? nothing : renderSweepButton(`/workload/${at}/parameters/${parameter.id}`, parameter, Number(parameterValue(parameter, settings)))}`;
  }

  /**
   * @param {number} at
   * @param {Settings} settings
   */
  queueSettings(at, settings) {
    if (this.moved && this.moved.at !== at) this.settle.flush();
    this.moved = { at, settings };
    this.settle();
  }

  async applySettings() {
    const { moved } = this;
    if (!moved) return;
    await patchScenario(this.page, `/workload/${moved.at}/parameters`, moved.settings);
    // Settings moved in the meantime are applied later.
    if (this.moved === moved) this.moved = undefined;
  }

  /** @param {MouseEvent} event */
  async drawSeed({ shiftKey }) {
    await openNewSeed(this.page, shiftKey);
  }
}

registerElements({ 'quick-controls': QuickControls });

/** @file A form generated from the parameters of catalog entries, by their types and ranges. */
import { css, html, LitElement, nothing } from 'lit';
import { coversPointer } from '../elements/field-focus.js';
import { helpMark } from '../elements/help-mark.js';
import { icon } from '../elements/icons.js';
import { debounce } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import {
  correctionText,
  ignoredText,
  meaningOfZero,
  parameterValue,
  parseNumber,
  rangeText,
  SLIDER_STEPS,
  sliderPosition,
  sliderRange,
  unitBesideName,
  valueAtPosition,
  valueText,
  withSetting,
} from '../scenario/parameter-values.js';
import { areDefaultRows, defaultRows, tableRows } from '../scenario/table-parameters.js';
import { formatChoiceId } from '../text/choice-id.js';
import { sentenceCase } from '../text/time.js';
import { renderSweepButton } from './study-buttons.js';

/** @import { ParameterValue, Settings } from '../engine/types.js' */
/** @import { Parameter, TableRow } from '../scenario/types.js' */
/** @import { Diagnostic } from '../types.js' */

/** Pause before a change is dispatched, ms. */
const PAUSE_MS = 250;

/** A form for `parameters`. Dispatches `settings-change` with `detail.settings`: the values that differ from the defaults. */
export class EntryForm extends LitElement {
  static properties = {
    parameters: { attribute: false },
    context: { attribute: false },
    described: { type: Boolean },
    outcome: { type: String },
    settings: { attribute: false },
    opened: { attribute: false },
    diagnostics: { attribute: false },
    pointer: { type: String },
    drafts: { state: true },
  };

  static styles = [
    panelStyle,
    css`
      .fields {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 10px;
      }
      .line {
        display: flex;
        align-items: center;
        gap: 8px;
      }
      .line input.number {
        flex: 0 0 7.5em;
        width: 7.5em;
      }
      .line input.worded:placeholder-shown {
        flex: 1 0 11.5em;
        text-align: left;
      }
      .line input.number:only-child {
        flex: 1 1 auto;
      }
      .reset {
        margin-left: auto;
        min-height: 22px;
        min-width: 24px;
        color: var(--ink-soft);
      }
      label.check {
        display: flex;
        align-items: center;
        gap: 8px;
        min-height: 22px;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {readonly Parameter[]} */
    this.parameters = [];
    /** All parameters on which these may depend; if empty, only these. @type {readonly Parameter[]} */
    this.context = [];
    /** Whether the description of a switch is shown below it. */
    this.described = false;
    /** The report of the last run on the values of an expression. */
    this.outcome = '';
    /** @type {Settings | undefined} */
    this.settings = undefined;
    /** The settings with which the scenario was opened, to which fields are reset; the defaults if unknown. @type {Settings | undefined} */
    this.opened = undefined;
    /** @type {readonly Diagnostic[]} about the whole scenario */
    this.diagnostics = [];
    /** The JSON pointer of the settings in the scenario. */
    this.pointer = '';
    /** @type {Record<string, string>} typed texts that are not yet values */
    this.drafts = {};
    /** @type {Record<string, string>} corrections, by parameter */
    this.corrected = {};
    /** @type {Settings | undefined} changed and not yet dispatched */
    this.pending = undefined;
    this.announce = debounce(() => this.dispatchChange(), PAUSE_MS);
  }

  /** @override */
  disconnectedCallback() {
    this.announce.flush();
    super.disconnectedCallback();
  }

  /**
   * @override
   * @param {import('lit').PropertyValues} changed
   */
  willUpdate(changed) {
    if (changed.has('parameters') && changed.get('parameters') !== undefined) {
      const known = new Set(this.parameters.map((one) => one.id));
      this.drafts = Object.fromEntries(Object.entries(this.drafts).filter(([id]) => known.has(id)));
    }
  }

  /** The settings of the scenario, overridden by changes that are not dispatched yet. */
  get currentSettings() {
    return this.pending ?? this.settings;
  }

  /** @override */
  render() {
    return html`<div class="fields">${this.parameters.map((parameter) => this.renderField(parameter))}</div>`;
  }

  /** Renders a parameter: name, unit, control, help and diagnostics. @param {Parameter} parameter */
  renderField(parameter) {
    const problem = this.findProblem(parameter);
    const { type, name } = parameter;
    const unit = unitBesideName(parameter);
    return html`<div class="field">
      <div class="head">
        ${
          type === 'bool'
            ? this.renderCheckbox(parameter)
            : html`${type === 'table' || type === 'expression' ? html`<span>${name}</span>` : html`<label for=${parameter.id}>${name}</label>`}${
                unit ? html`<span class="soft">${unit}</span>` : nothing
              }`
        }
        ${this.renderHelp(parameter)} ${this.renderReset(parameter)}
      </div>
      ${this.renderControl(parameter)}
      ${this.described && type === 'bool' ? html`<p class="soft">${parameter.doc}</p>` : nothing}
      ${problem && type !== 'expression' ? html`<p class="problem" id="problem-${parameter.id}">${problem}</p>` : nothing}
      ${this.ignoredReason(parameter) ? html`<p class="soft">${this.ignoredReason(parameter)}</p>` : nothing}
    </div>`;
  }

  /** The control below the head of a field; a checkbox is in the head. @param {Parameter} parameter */
  renderControl(parameter) {
    const { type } = parameter;
    if (type === 'bool') return nothing;
    if (type === 'choice') return this.renderChoice(parameter);
    if (type === 'table') return this.renderTable(parameter);
    if (type === 'expression') return this.renderExpression(parameter);
    return type === 'text' ? this.renderText(parameter) : this.renderNumber(parameter);
  }

  /**
   * The reason why a field has no effect with the other settings; empty if it has an effect.
   * @param {Parameter} parameter
   */
  ignoredReason(parameter) {
    return ignoredText(parameter, this.context.length > 0 ? this.context : this.parameters, this.currentSettings);
  }

  /** @param {Parameter} parameter */
  renderHelp(parameter) {
    const range = parameter.type === 'number' || parameter.type === 'integer' ? rangeText(parameter) : '';
    const columns = (parameter.columns ?? []).map(({ name, doc }) => [name, doc]);
    const names = (parameter.variables ?? []).map(({ id, unit, doc }) => [id, unit ? `${doc} (${unit})` : doc]);
    const options = [...(parameter.options ?? []).map(([id, doc]) => [formatChoiceId(id), doc]), ...columns, ...names];
    const text = html`${parameter.doc}${range ? html` Allowed: ${range}.` : nothing} Default:
      ${defaultText(parameter)}.${options.map(([name, doc]) => html`<br /><b>${name}</b>: ${doc}`)}`;
    return helpMark(`help-${parameter.id}`, parameter.name, text, undefined, '', `parameter/${parameter.id}`);
  }

  /** Renders the button that restores the default of a changed parameter. @param {Parameter} parameter */
  renderReset(parameter) {
    const { id, name } = parameter;
    const value = parameterValue(parameter, this.currentSettings);
    const usual =
      parameter.type === 'table' ? areDefaultRows(parameter, tableRows(parameter, value)) : value === this.resetTarget(parameter);
    if (this.drafts[id] === undefined && usual) return nothing;
    const label = `Reset ${name} to ${settingText(parameter, this.resetTarget(parameter))}`;
    return html`<button type="button" class="quiet reset" aria-label=${label} title=${label} @click=${() => this.resetValue(parameter)}>
      ${icon('restart')}
    </button>`;
  }

  /** Renders the control of a boolean parameter. @param {Parameter} parameter */
  renderCheckbox(parameter) {
    return html`<label class="check"
      ><input
        type="checkbox"
        id=${parameter.id}
        ?disabled=${this.ignoredReason(parameter) !== ''}
        data-pointer=${this.fieldPlace(parameter)}
        aria-describedby="help-${parameter.id}"
        .checked=${parameterValue(parameter, this.currentSettings) === true}
        @change=${(/** @type {Event} */ event) => this.setValue(parameter, inputOf(event).checked)}
      />${parameter.name}</label
    >`;
  }

  /** Renders the control of a parameter with options. @param {Parameter} parameter */
  renderChoice(parameter) {
    const value = parameterValue(parameter, this.currentSettings);
    const options = parameter.options ?? [];
    const doc = options.find(([id]) => id === value)?.[1];
    return html`<select
        id=${parameter.id}
        ?disabled=${this.ignoredReason(parameter) !== ''}
        data-pointer=${this.fieldPlace(parameter)}
        aria-describedby="help-${parameter.id}"
        aria-invalid=${this.findProblem(parameter) ? 'true' : nothing}
        @change=${(/** @type {Event} */ event) => this.setValue(parameter, inputOf(event).value)}
      >
        ${options.map(([id]) => html`<option value=${id} .selected=${id === value}>${formatChoiceId(id)}</option>`)}
      </select>
      ${doc ? html`<p class="soft">${doc}</p>` : nothing}`;
  }

  /** Renders the editor of an expression. @param {Parameter} parameter */
  renderExpression(parameter) {
    return html`<expression-editor
      id=${parameter.id}
      .parameter=${parameter}
      .value=${String(parameterValue(parameter, this.currentSettings))}
      .problem=${this.findProblem(parameter)}
      .outcome=${this.outcome}
      pointer=${this.fieldPlace(parameter)}
      @value-change=${(/** @type {CustomEvent<{ value: string }>} */ { detail }) => {
        this.setValue(parameter, detail.value);
        this.dispatchEvent(new CustomEvent('expression-input', { detail: { id: parameter.id, text: detail.value } }));
      }}
    ></expression-editor>`;
  }

  /** Renders the control of a text parameter. @param {Parameter} parameter */
  renderText(parameter) {
    return html`<input
      type="text"
      id=${parameter.id}
      ?disabled=${this.ignoredReason(parameter) !== ''}
      maxlength=${parameter.max_length ?? nothing}
      autocomplete="off"
      spellcheck="false"
      data-pointer=${this.fieldPlace(parameter)}
      aria-describedby="help-${parameter.id} ${this.findProblem(parameter) ? `problem-${parameter.id}` : ''}"
      aria-invalid=${this.findProblem(parameter) ? 'true' : nothing}
      .value=${String(parameterValue(parameter, this.currentSettings))}
      @input=${(/** @type {Event} */ event) => this.setValue(parameter, inputOf(event).value)}
    />`;
  }

  /** Renders the control of a parameter with rows; rows equal to the default are stored as the default. @param {Parameter} parameter */
  renderTable(parameter) {
    return html`<parameter-table
      id=${parameter.id}
      .parameter=${parameter}
      .rows=${tableRows(parameter, parameterValue(parameter, this.currentSettings))}
      .diagnostics=${this.diagnostics}
      pointer=${this.fieldPlace(parameter)}
      @rows-change=${(/** @type {CustomEvent<{ rows: TableRow[] }>} */ { detail: { rows } }) =>
        this.setValue(parameter, areDefaultRows(parameter, rows) ? parameter.default : rows)}
    ></parameter-table>`;
  }

  /** Renders the control of a number: a field, and a slider if its range is known. @param {Parameter} parameter */
  renderNumber(parameter) {
    const value = Number(parameterValue(parameter, this.currentSettings));
    const draft = this.drafts[parameter.id];
    const idle = this.ignoredReason(parameter) !== '';
    return html`<div class="line">
      ${
        sliderRange(parameter)
          ? html`<input
            type="range"
            ?disabled=${idle}
            min="0"
            max=${SLIDER_STEPS}
            aria-label="${parameter.name}, slider"
            aria-valuetext=${valueText(parameter, value)}
            .value=${String(sliderPosition(parameter, value))}
            @input=${(/** @type {Event} */ event) => this.setValue(parameter, valueAtPosition(parameter, Number(inputOf(event).value)))}
          />`
          : nothing
      }
      <input
        type="text"
        inputmode=${parameter.type === 'integer' && (parameter.min ?? -1) >= 0 ? 'numeric' : 'decimal'}
        class="number ${meaningOfZero(parameter) ? 'worded' : ''}"
        id=${parameter.id}
        ?disabled=${idle}
        autocomplete="off"
        spellcheck="false"
        data-pointer=${this.fieldPlace(parameter)}
        aria-describedby="help-${parameter.id} ${this.findProblem(parameter) ? `problem-${parameter.id}` : ''}"
        aria-invalid=${this.findProblem(parameter) ? 'true' : nothing}
        placeholder=${meaningOfZero(parameter) || nothing}
        .value=${draft ?? (value === 0 && meaningOfZero(parameter) ? '' : String(value))}
        @input=${(/** @type {Event} */ event) => this.typeNumber(parameter, inputOf(event).value)}
        @change=${() => this.leaveNumber(parameter, value)}
      />${idle ? nothing : renderSweepButton(this.fieldPlace(parameter), parameter, value)}
    </div>`;
  }

  /**
   * The problem of a field: that of the typed text first, then that of the engine.
   * @param {Parameter} parameter
   * @returns {string}
   */
  findProblem(parameter) {
    const draft = this.drafts[parameter.id];
    if (draft !== undefined) return parseNumber(parameter, draft).problem;
    const corrected = this.corrected[parameter.id];
    if (corrected) return corrected;
    const told = this.diagnostics.find((one) => one.severity !== 'note' && coversPointer(this.fieldPlace(parameter), one.place ?? ''));
    if (!told) return '';
    const { message, hint } = told;
    return sentenceCase(hint ? `${message.replace(/\.?$/u, '.')} ${hint}` : message);
  }

  /** @param {Parameter} parameter */
  fieldPlace(parameter) {
    return `${this.pointer}/${parameter.id}`;
  }

  /**
   * Handles typing in a number field: a valid value is applied at once, an invalid one waits.
   * @param {Parameter} parameter
   * @param {string} text
   */
  typeNumber(parameter, text) {
    const { value, problem } = parseNumber(parameter, text);
    delete this.corrected[parameter.id];
    this.drafts = { ...this.drafts, [parameter.id]: text };
    if (!problem) this.queueChange(parameter, value);
  }

  /**
   * Handles leaving a number field: an invalid value becomes the nearest allowed one, a text that is not a number
   * changes nothing; both add a note.
   * @param {Parameter} parameter
   * @param {number} current
   */
  leaveNumber(parameter, current) {
    const draft = this.drafts[parameter.id];
    if (draft === undefined) return;
    const { value, problem } = parseNumber(parameter, draft, current);
    if (problem) this.corrected[parameter.id] = correctionText(problem, value);
    this.forgetTyped(parameter);
    this.queueChange(parameter, value);
    this.announce.flush();
  }

  /**
   * @param {Parameter} parameter
   * @param {ParameterValue} value
   */
  setValue(parameter, value) {
    delete this.corrected[parameter.id];
    this.forgetTyped(parameter);
    this.queueChange(parameter, value);
  }

  /** The value with which the scenario was opened, or the default. Tables are reset to their default. @param {Parameter} parameter @returns {ParameterValue} */
  resetTarget(parameter) {
    const opened = parameter.type === 'table' ? undefined : this.opened?.[parameter.id];
    return opened ?? parameter.default;
  }

  /** @param {Parameter} parameter */
  resetValue(parameter) {
    this.setValue(parameter, this.resetTarget(parameter));
    const field = this.renderRoot.querySelector(`#${CSS.escape(parameter.id)}`);
    if (field instanceof HTMLElement) field.focus();
  }

  /** @param {Parameter} parameter */
  forgetTyped(parameter) {
    const { [parameter.id]: _, ...rest } = this.drafts;
    this.drafts = rest;
  }

  /**
   * @param {Parameter} parameter
   * @param {ParameterValue} value
   */
  queueChange(parameter, value) {
    this.pending = withSetting(this.parameters, this.currentSettings, parameter.id, value);
    this.requestUpdate();
    this.announce();
  }

  /** Dispatches the changes. */
  dispatchChange() {
    const settings = this.pending;
    if (!settings) return;
    this.settings = settings;
    this.pending = undefined;
    this.dispatchEvent(new CustomEvent('settings-change', { detail: { settings } }));
  }
}

/** @param {Event} event */
function inputOf(event) {
  return /** @type {HTMLInputElement} */ (event.target);
}

/** @param {Parameter} parameter */
function defaultText(parameter) {
  return settingText(parameter, parameter.default);
}

/**
 * A value as text; for a table, the default.
 * @param {Parameter} parameter @param {Parameter['default']|ParameterValue} value
 */
function settingText(parameter, value) {
  if (parameter.type === 'table') return defaultRows(parameter).length === 0 ? 'no rows' : `${defaultRows(parameter).length} rows`;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (parameter.type === 'text') return value === '' ? 'empty' : String(value);
  if (typeof value === 'string') return parameter.type === 'expression' ? value : formatChoiceId(value);
  return valueText(parameter, Number(value));
}

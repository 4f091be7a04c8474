/** @file A number field outside generated forms; it corrects values out of range and reports that. */
import { html, nothing } from 'lit';
import { correctionText, parseNumber } from '../scenario/parameter-values.js';

/**
 * A number field. Its value changes when the field is left or Enter is pressed.
 * @param {{ value: number, low?: number, high?: number, whole?: boolean, pointer?: string, label?: string,
 *   id?: string, invalid?: boolean, change: (value: number) => void }} options
 */
export function numberField({ value, low, high, whole = false, pointer, label, id, invalid = false, change }) {
  /** @type {import('../scenario/types.js').Parameter} */
  const parameter = {
    id: '',
    name: '',
    doc: '',
    unit: '',
    type: whole ? 'integer' : 'number',
    default: value,
    ...(low === undefined ? {} : { min: low }),
    ...(high === undefined ? {} : { max: high }),
  };
  const note = (/** @type {Event} */ { target }) => /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (target).nextElementSibling);
  const settle = (/** @type {Event} */ event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const { value: next, problem } = parseNumber(parameter, field.value, value);
    field.value = String(next);
    note(event).textContent = problem && correctionText(problem, next);
    if (next !== value) change(next);
  };
  return html`<input
    type="text"
    class="number"
    inputmode=${whole ? 'numeric' : 'decimal'}
    autocomplete="off"
    id=${id ?? nothing}
    data-pointer=${pointer ?? nothing}
    aria-label=${label ?? nothing}
    aria-invalid=${invalid ? 'true' : nothing}
    .value=${String(value)}
    @input=${(/** @type {Event} */ event) => (note(event).textContent = '')}
    @change=${settle}
  /><span class="problem note" role="status"></span>`;
}

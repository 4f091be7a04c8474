/** @file A row of tabs that arrow keys move through. */
import { css, html } from 'lit';

/**
 * A row of tabs; the panel of each has the id `panel-<id>` and is labelled by `tab-<id>`.
 * @param {string} label
 * @param {readonly { id: string, name: string }[]} list
 * @param {string} chosen
 * @param {(id: string) => void} choose
 */
export function renderTabs(label, list, chosen, choose) {
  const at = Math.max(
    0,
    list.findIndex(({ id }) => id === chosen),
  );
  const keys = (/** @type {KeyboardEvent} */ event) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + list.length, Home: 0, End: list.length - 1 }[event.key];
    const next = to === undefined ? undefined : list[to % list.length];
    if (!next) return;
    event.preventDefault();
    choose(next.id);
    const bar = /** @type {HTMLElement} */ (event.currentTarget);
    const tab = bar.querySelector(`#tab-${next.id}`);
    if (tab instanceof HTMLElement) tab.focus();
  };
  return html`<div role="tablist" aria-label=${label} @keydown=${keys}>
    ${list.map(
      ({ id, name }) =>
        html`<button
          type="button"
          role="tab"
          id="tab-${id}"
          aria-controls="panel-${id}"
          aria-selected=${id === chosen ? 'true' : 'false'}
          tabindex=${id === chosen ? 0 : -1}
          @click=${() => choose(id)}
        >
          ${name}
        </button>`,
    )}
  </div>`;
}

renderTabs.styles = css`
  [role='tablist'] {
    display: flex;
    gap: 4px;
    border-bottom: 1px solid var(--line);
    margin-bottom: 8px;
  }
  [role='tab'] {
    border: 0;
    border-bottom: 2px solid transparent;
    border-radius: 0;
    background: none;
    color: var(--ink-soft);
    padding: 4px 8px;
  }
  [role='tab'][aria-selected='true'] {
    background: none;
    color: var(--ink);
    border-bottom-color: var(--accent);
    font-weight: 600;
  }
  [role='tabpanel'][hidden] {
    display: none;
  }
`;

/** @file `<gallery-dialog>`: the examples, each with its picture, its question and its result. */

import { css, html } from 'lit';
import { openExample, openUrl } from '../commands.js';
import { icon } from '../elements/icons.js';
import { ListDialog } from '../elements/list-dialog.js';
import { effectiveTheme } from '../elements/theme.js';
import { fetchGallery, fetchGalleryPolicies, fetchGalleryResults } from '../scenario/gallery-list.js';
import { recordView, viewedCounts } from '../state/viewed-items.js';
import { changeEffect, formatChange } from '../text/value-change.js';

/** @import { Shown } from '../scenario/gallery-list.js' */

/** The list of examples, and a field for any other address. */
export class GalleryDialog extends ListDialog {
  static styles = [
    ...ListDialog.styles,
    css`
      form {
        display: flex;
        flex: 1 1 320px;
        gap: 8px;
        align-items: end;
      }
      label {
        flex: 1;
        display: grid;
        gap: 4px;
      }
    `,
  ];

  get heading() {
    return 'Examples';
  }

  /** @override */
  get cardNoun() {
    return 'examples';
  }

  /** @override @param {import('../types.js').State} state */
  currentCardId({ link }) {
    return link.example;
  }

  /** Loads the cards of the gallery with their results. @override */
  async fetchCards() {
    const [{ groups, examples }, shown, policies] = await Promise.all([fetchGallery(), fetchGalleryResults(), fetchGalleryPolicies()]);
    const { link, theme, catalog } = this.page.store.get();
    const betterValues = (/** @type {string} */ measure) =>
      catalog?.entries.find(({ id, family }) => id === measure && family === 'metric')?.better;
    if (link.example) recordView('examples', link.example);
    const done = viewedCounts('examples');
    const paper = effectiveTheme(theme) === 'dark' ? 'dark' : 'light';
    const cards = examples.map(({ id, group, level, title, question, measure, word, compare }) => ({
      id,
      group,
      level,
      name: title,
      summary: question,
      words: policyWords(policies[id] ?? [], catalog),
      done: id in done,
      picture: new URL(`thumbnails/${id}.${paper}.png`, document.baseURI).href,
      ...resultText(word, shown[id], betterValues(measure), compare),
    }));
    return { groups, cards };
  }

  /** @param {SubmitEvent} event */
  openAddress(event) {
    event.preventDefault();
    const url = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get('url') ?? '').trim();
    if (url === '') return;
    this.close();
    void openUrl(this.page, url);
  }

  /** @override @param {string} id */
  openCard(id) {
    this.close();
    recordView('examples', id);
    void openExample(this.page, id);
  }

  /** @override */
  renderExtras() {
    return html`<form @submit=${this.openAddress}>
      <label
        >Or open a scenario, trace or workflow by its address
        <input type="url" name="url" placeholder="https://example.org/trace.swf" autocomplete="off" />
      </label>
      <button>${icon('open')} Open</button>
    </form>`;
  }
}

/**
 * The names and summaries of policies, whose words can be searched: `EASY`, `backfilling`.
 * @param {readonly string[]} policies
 * @param {import('../engine/types.js').Catalog|null} catalog
 */
export function policyWords(policies, catalog) {
  const entries = (catalog?.entries ?? []).filter(({ id, family }) => policies.includes(id) && family.endsWith('-policy'));
  return [...policies, ...entries.flatMap(({ name, summary }) => [name, summary])].join(' ');
}

/**
 * The result on a card: the measure in two systems, by default the first and the last.
 * @param {string} word
 * @param {Shown|undefined} shown
 * @param {'lower'|'higher'|null|undefined} better which values are better
 * @param {[number, number]|undefined} compare
 */
function resultText(word, shown, better, compare) {
  if (typeof shown?.from !== 'number' || typeof shown.to !== 'number') return { note: '' };
  const change = formatChange(shown.from, shown.to, shown.unit);
  const { text: effect, isBetter } = changeEffect(shown.from, shown.to, shown.unit, better);
  const which = compare ? `Variants ${compare.map((at) => at + 1).join(' and ')}` : 'First and last variant';
  const spoken = `${which}: ${word} ${change.replace('\u2192', 'and')}${effect && `, ${effect}`}.`;
  return { note: `${word} ${change}`, effect, better: isBetter, spoken };
}

customElements.define('gallery-dialog', GalleryDialog);

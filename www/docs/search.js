/** @file The search of the reference page: hides every entry that does not have all words that are typed. */

const field = /** @type {HTMLInputElement} */ (document.querySelector('#search'));
const status = /** @type {HTMLElement} */ (document.querySelector('#found'));
const entries = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-entry]'))].map((element) => ({
  element,
  text: (element.textContent ?? '').toLowerCase(),
}));
/** Sections, and tables whose rows are entries: hidden where nothing in them is found. */
const groups = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('main > section, .card:not([data-entry])'))];

/** Shows the entries that have all words. */
function search() {
  const words = field.value.toLowerCase().split(/\s+/u).filter(Boolean);
  document.body.toggleAttribute('data-searching', words.length > 0);
  let found = 0;
  for (const { element, text } of entries) {
    element.hidden = !words.every((word) => text.includes(word));
    found += Number(!element.hidden);
  }
  for (const group of groups) group.hidden = group.querySelector('[data-entry]:not([hidden])') === null;
  status.textContent = words.length === 0 ? `${entries.length} entries` : `${found} of ${entries.length} entries`;
}

/** Shows an entry that the address names, even if the search hides it. */
function showTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target?.closest('[hidden]')) return;
  field.value = '';
  search();
  target.scrollIntoView();
}

field.addEventListener('input', search);
addEventListener('hashchange', showTarget);
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === field || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});
search();

export {};

/** @file Locked controls of an embed that do not exist. */

import { quickSliders } from '../scenario/quick-sliders.js';

/** @import { Page } from '../commands/page.js' */
/** @import { State } from '../types.js' */

/**
 * The locked controls that do not exist, when the catalog and the scenario are known.
 * @param {Page} page
 * @param {readonly string[]} locked
 * @returns {Promise<{unknown: string[], advice: string}>} advice: a sentence that names the controls of this scenario; empty if all are known
 */
export async function unknownLocks(page, locked) {
  const { catalog, scenario } = await whenLoaded(page);
  const quick = catalog?.entries.flatMap(({ parameters }) => parameters.filter(({ quick }) => quick).map(({ id }) => id)) ?? [];
  const unknown = locked.filter((id) => !['policy', 'seed', ...quick].includes(id));
  const sliders = quickSliders(catalog, scenario?.workload ?? []).map(({ parameter }) => parameter.id);
  return { unknown, advice: unknown.length > 0 ? `Controls of this scenario: ${['policy', ...sliders, 'seed'].join(', ')}.` : '' };
}

/** Waits for the catalog and a scenario. @param {Page} page @returns {Promise<State>} */
function whenLoaded({ store }) {
  return new Promise((resolve) => {
    const check = () => {
      const state = store.get();
      if (state.catalog && state.scenario) resolve(state);
      return state.catalog !== null && state.scenario !== null;
    };
    if (check()) return;
    const end = store.subscribe(() => check() && end());
  });
}

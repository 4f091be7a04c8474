/** @file `styled`: styles that are worked out, set property by property. A strict content security policy refuses them as an attribute. */

import { noChange } from 'lit';
import { Directive, directive } from 'lit/directive.js';

/** @typedef {Record<string, string>} Style properties as CSS names them, with their values */

class Styled extends Directive {
  /** The properties set last. @type {string[]} */
  names = [];

  /** @param {Style} _style */
  render(_style) {
    return noChange;
  }

  /**
   * @override
   * @param {import('lit/directive.js').ElementPart} part
   * @param {[Style]} values
   */
  update({ element }, [values]) {
    const { style } = /** @type {HTMLElement} */ (element);
    for (const name of this.names) if (!(name in values)) style.removeProperty(name);
    for (const [name, value] of Object.entries(values)) style.setProperty(name, value);
    this.names = Object.keys(values);
    return noChange;
  }
}

/** Stands inside a tag: `<i ${styled({ width: '40%' })}>`. */
export const styled = directive(Styled);

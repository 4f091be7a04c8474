/**
 * @file `inlineStyle`: computed styles, set property by property, because a strict content security policy forbids
 * style attributes.
 */

import { noChange } from 'lit';
import { Directive, directive } from 'lit/directive.js';

/** @typedef {Record<string, string>} Style CSS properties with their values */

class InlineStyleDirective extends Directive {
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

/** Used inside a tag: `<i ${inlineStyle({ width: '40%' })}>`. */
export const inlineStyle = directive(InlineStyleDirective);

import { expect, it, vi } from 'vitest';
import { answerMessage, MESSAGES, MessageError } from '../../src/address/embed-messages.js';
import { createActions } from '../../src/shell/embed-control.js';

/** Actions that answer with their type, but for those given. @param {Record<string, () => object>} [others] */
const actions = (others) => async () =>
  /** @type {any} */ ({ ...Object.fromEntries(MESSAGES.map((type) => [type, () => ({ type: `${type}-answer` })])), ...others });

it('answers what it knows, with the id of the question', async () => {
  for (const type of MESSAGES)
    expect(await answerMessage({ ganttlet: 1, type, id: 'a' }, actions())).toEqual({ ganttlet: 1, type: `${type}-answer`, id: 'a' });
  expect(await answerMessage({ ganttlet: 1, type: 'play', id: {} }, actions())).toEqual({ ganttlet: 1, type: 'play-answer' });
});

it('ignores what is not meant for it, and loads no code for it', () => {
  const load = vi.fn(actions());
  for (const data of [null, 'play', { type: 'play' }, { ganttlet: 2, type: 'play' }]) expect(answerMessage(data, load)).toBeUndefined();
  expect(load).not.toHaveBeenCalled();
});

it('reports what is wrong with a message', async () => {
  for (const type of ['explode', undefined, 'constructor', 7])
    expect(await answerMessage({ ganttlet: 1, type, id: 3 }, actions())).toMatchObject({ type: 'error', code: 'unknown-type', id: 3 });
  const fails = (/** @type {Error} */ error) => ({
    seek: () => {
      throw error;
    },
  });
  const asked = { ganttlet: 1, type: 'seek' };
  expect(await answerMessage(asked, actions(fails(new MessageError('invalid-value', 'no'))))).toMatchObject({
    code: 'invalid-value',
    message: 'no',
  });
  expect(await answerMessage(asked, actions(fails(new Error('oh'))))).toMatchObject({ type: 'error', code: 'failed', message: 'oh' });
});

it('has an action for each message', () => {
  expect(Object.keys(createActions(/** @type {any} */ ({}), /** @type {any} */ ({}), { changes: 0 })).toSorted()).toEqual(
    [...MESSAGES].toSorted(),
  );
});

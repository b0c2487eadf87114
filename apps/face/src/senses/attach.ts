import { effect } from '@preact/signals';
import type { Driver } from '../effects/driver.ts';
import { isCalm } from '../page/calm.ts';
import type { SavedStore } from '../page/saved.ts';
import type { Texts } from '../texts/texts.ts';
import { NO_SENSES, type Senses } from './senses.ts';
import { openSensing } from './sensing.ts';

/**
 * Keeps the person's alternative and senses for the life of the tab, and passes every change of the state
 * to voice, sounds and vibration.
 */
export const attachSenses = (
  { state, dispatch }: Pick<Driver, 'state' | 'dispatch'>,
  saved: SavedStore,
  words: () => { t: Texts; tag: string },
): void => {
  const { alternative, no_colours = false, senses = NO_SENSES } = saved.read() ?? {};
  // A person who asked for less motion sees no colours, and the choice says so.
  const calm = isCalm() ? 'no_flash' : null;
  dispatch({ type: 'alternative', value: alternative === undefined ? calm : alternative });
  dispatch({ type: 'colours', on: !no_colours });
  for (const [sense, on] of Object.entries(senses) as [keyof Senses, boolean][])
    dispatch({ type: 'sense', sense, on });

  const sensing = openSensing(words);
  let before = state.value;
  effect(() => {
    const after = state.value;
    const { alternative, no_colours, senses } = after;
    if (senses !== before.senses || alternative !== before.alternative || no_colours !== before.no_colours)
      saved.write({ alternative, no_colours, senses });
    sensing.feel(before, after);
    before = after;
  });
  // Focus rings on headings are for keyboard users; Chromium shows them to all users after a script moves
  // the focus.
  const { dataset } = document.documentElement;
  addEventListener('keydown', () => {
    dataset.keys = '';
  });
  addEventListener('pointerdown', () => {
    delete dataset.keys;
  });
  for (const type of ['pointerup', 'keyup'] as const)
    addEventListener(type, () => sensing.unlock(state.value.senses), { passive: true });
};

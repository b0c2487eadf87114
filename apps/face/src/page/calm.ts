import type { State } from '../flow/state.ts';

/** Whether the person asked their system for less motion. */
export const isCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Whether the person must see no coloured light: they chose that, or they asked their system for less motion,
 * whatever else they choose here. Pure.
 */
export const declinesColours = (
  { alternative, no_colours }: Pick<State, 'alternative' | 'no_colours'>,
  calm: boolean,
): boolean => calm || no_colours || alternative === 'no_flash';

import type { Choices, Rule } from '../queries.ts';

/** An allowed state whose territories with codes of their own the rule names on neither side. */
export type LeftOut = Choices['territories'][number];

export const leftOut = (
  { allow = [], deny = [] }: Rule,
  { territories }: Pick<Choices, 'territories'>,
): LeftOut[] =>
  territories
    .filter(({ state }) => allow.includes(state))
    .map(({ state, codes }) => ({
      state,
      codes: codes.filter((code) => !allow.includes(code) && !deny.includes(code)),
    }))
    .filter(({ codes }) => codes.length > 0);

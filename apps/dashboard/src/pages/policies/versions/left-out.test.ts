import { expect, it } from 'vitest';
import { leftOut } from './left-out.ts';

const choices = {
  territories: [
    { state: 'US', codes: ['GU', 'PR'] },
    { state: 'FI', codes: ['AX'] },
  ],
};

it('names what an allowed state leaves out, and nothing that the rule names on either side', () => {
  expect(leftOut({ allow: ['US', 'DE'] }, choices)).toEqual([{ state: 'US', codes: ['GU', 'PR'] }]);
  expect(leftOut({ allow: ['US', 'FI', 'PR'] }, choices)).toEqual([
    { state: 'US', codes: ['GU'] },
    { state: 'FI', codes: ['AX'] },
  ]);
  expect(leftOut({ allow: ['US', 'PR'], deny: ['GU'] }, choices)).toEqual([]);
  expect(leftOut({ allow: ['US-NJ'] }, choices)).toEqual([]);
  expect(leftOut({}, choices)).toEqual([]);
});

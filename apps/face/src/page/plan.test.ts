import { afterEach, expect, test, vi } from 'vitest';
import { answer, captured, run } from '../../testing/flow.ts';
import { begin, type State } from '../flow/state.ts';
import { effortOf } from '../screens/effort.ts';
import { LOCALES, loadTexts } from './locale.ts';
import { planOf } from './plan.ts';

afterEach(() => vi.unstubAllGlobals());

const { workflow } = answer();
const plan = (change: Partial<State> = {}, calm = false) =>
  planOf({ ...begin('portal', { mobile: true, camera: true, framed: false }), workflow, ...change }, calm);
const LIT = { movements: 3, seconds: 20, colours: true };
const UNLIT = { movements: 4, seconds: 15, colours: false };

test('promises the movements and seconds with light to a person who may see it', () => {
  expect(plan()).toEqual(LIT);
  expect(plan({ alternative: 'audio' })).toEqual(LIT);
});

test('promises those without light to a person who declines it, by a choice or by their system', () => {
  expect(plan({ alternative: 'no_flash' })).toEqual(UNLIT);
  expect(plan({ no_colours: true })).toEqual(UNLIT);
  expect(plan({}, true)).toEqual(UNLIT);
});

test('promises expressions to a person who does not move the head, where the workflow offers that', () => {
  const offered = { ...workflow!, alternatives: ['no_head_motion'] };
  const still = { alternative: 'no_head_motion', workflow: offered } as const;
  expect(plan(still)).toEqual({ movements: 8, seconds: 35, colours: true });
  expect(plan(still, true)).toEqual({ movements: 8, seconds: 30, colours: false });
  expect(plan({ alternative: 'no_head_motion' })).toEqual(LIT);
});

test('promises those without light after an attempt without it, and after light that came to nothing', () => {
  const { state } = run(captured);
  expect(state.unlit).toBe(true);
  expect(planOf(state, false)).toEqual(UNLIT);
});

test('promises the usual where nothing else is known, as of an older service', () => {
  const { unlit: _, motionless: __, ...capture } = workflow!.capture;
  expect(plan({ workflow: { ...workflow!, capture } }, true)).toEqual({ ...LIT, colours: false });
  expect(plan({ workflow: null })).toBeNull();
});

test('says the same in each of the six languages, with and without light', async () => {
  const state = { ...begin('portal', { mobile: true, camera: true, framed: false }), workflow };
  for (const locale of LOCALES) {
    const t = await loadTexts(locale);
    const number = new Intl.NumberFormat(locale);
    for (const [calm, { movements, seconds }] of [
      [false, LIT],
      [true, UNLIT],
    ] as const) {
      vi.stubGlobal('matchMedia', () => ({ matches: calm }));
      const said = effortOf({ state, t, locale });
      expect(said, locale).toContain(number.format(seconds));
      expect(said, locale).toContain(number.format(movements));
    }
  }
});

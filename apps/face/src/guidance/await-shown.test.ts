import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awaitShown } from './await-shown.ts';
import type { Facts } from './facts.ts';
import type { Guidance } from './guidance.ts';
import type { PlannedStep } from './shot-plan.ts';
import type { Answers } from './shown.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const STEP: PlannedStep = {
  index: 1,
  id: 's1',
  kind: 'smile',
  react_ms: 1_300,
  hold_ms: 500,
  window_ms: 8_000,
  least_ms: 0,
  shots_ms: [350],
};
const EVERY_MS = 40;
const FACE = {} as Facts['face'];

/**
 * A simulated person: what is seen at a time after the prompt. `null`: guidance is lost. A look without a
 * face shows nothing.
 */
type Person = (ms: number) => { face: boolean; shown: boolean } | null;

const run = async (person: Person, { step = STEP, left_ms = 6_500 } = {}) => {
  const began = performance.now();
  let at = began;
  const looks = new WeakMap<Facts, boolean>();
  const guidance: Guidance = {
    isLive: () => true,
    facts: () => null,
    isBright: () => false,
    undisturbed: (work) => work(),
    close: () => {},
    next: (signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        at = Math.max(at + EVERY_MS, performance.now());
        setTimeout(() => {
          const seen = person(at - began);
          if (!seen) return resolve(null);
          const facts = { at, faces: Number(seen.face), face: seen.face ? FACE : null } as Facts;
          looks.set(facts, seen.shown);
          resolve(facts);
        }, at - performance.now());
      }),
  };
  const answers = { shows: (_: string, facts: Facts) => looks.get(facts) === true } as unknown as Answers;
  const held: [boolean, number][] = [];
  const waiting = awaitShown(
    guidance,
    answers,
    step,
    left_ms,
    (is) => held.push([is, Math.round(performance.now() - began)]),
    new AbortController().signal,
  );
  await vi.advanceTimersByTimeAsync(10_000);
  const { shown, face } = await waiting;
  return { shown, face, held, ms: Math.round(at - began) };
};
const always = { face: true, shown: true };
const nothing = { face: true, shown: false };

test('takes the picture when the requested position has been held, not at a fixed time', async () => {
  const { shown, ms, held } = await run((at) => (at >= 2_000 ? always : nothing));
  expect(shown).toBe(true);
  expect(held).toEqual([[true, 2_000]]);
  expect(ms).toBeGreaterThanOrEqual(2_350);
  expect(ms).toBeLessThan(2_450);
});

test('holds a turn no longer than the shortest hold, so that the head does not turn further meanwhile', async () => {
  const turn = { ...STEP, kind: 'turn_left' };
  const { shown, ms } = await run((at) => (at >= 2_000 ? always : nothing), { step: turn });
  expect(shown).toBe(true);
  expect(ms).toBeGreaterThanOrEqual(2_200);
  expect(ms).toBeLessThan(2_290);
});

test('accepts no answer before the prompt could have been read', async () => {
  const { shown, held, ms } = await run(() => always);
  expect(shown).toBe(true);
  expect(held[0]![1]).toBeGreaterThanOrEqual(450);
  expect(ms).toBeGreaterThanOrEqual(800);
});

test('does not change colours faster when the person answers quickly', async () => {
  expect((await run(() => always, { step: { ...STEP, least_ms: 1_500 } })).ms).toBeGreaterThanOrEqual(1_500);
});

test('requires a new hold after the person lets go, but forgives a single contrary look', async () => {
  const again = await run((at) => (at < 800 || at > 1_100 ? (at < 600 ? nothing : always) : nothing));
  expect(again.held.map(([is]) => is)).toEqual([true, false, true]);
  expect(again.ms).toBeGreaterThanOrEqual(1_450);
  const lapse = await run((at) => (at === 800 ? nothing : always));
  expect(lapse.held.map(([is]) => is)).toEqual([true]);
});

test("stops before the step's window ends, and sooner when the attempt runs out of time", async () => {
  const late = await run(() => nothing);
  expect(late).toMatchObject({ shown: false, face: true, held: [] });
  expect(late.ms).toBeLessThanOrEqual(6_600);
  expect((await run(() => nothing, { step: { ...STEP, window_ms: 4_000 } })).ms).toBeLessThanOrEqual(2_400);
  expect((await run(() => nothing, { left_ms: 1_000 })).ms).toBeLessThanOrEqual(1_100);
});

test('reports that no face was seen, and stops waiting when guidance is lost', async () => {
  expect(await run(() => ({ face: false, shown: false }))).toMatchObject({ shown: false, face: false });
  const lost = await run((at) => (at > 900 ? null : nothing));
  expect(lost).toMatchObject({ shown: false, face: true });
  expect(lost.ms).toBeLessThan(1_100);
});

test('stops waiting when the person leaves', async () => {
  const leave = new AbortController();
  const guidance = {
    next: (signal: AbortSignal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    facts: () => null,
  } as unknown as Guidance;
  const waiting = awaitShown(guidance, {} as Answers, STEP, 6_500, () => {}, leave.signal);
  leave.abort(new Error('the screen was left'));
  await expect(waiting).rejects.toThrow('the screen was left');
});

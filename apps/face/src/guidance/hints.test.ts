import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FARTHEST_TURN } from '../../../service/src/face/challenge/path.ts';
import { faceProblem, QUALITY } from '../../../service/src/face/decision/checks/quality.ts';
import { lightFor, wishOf } from '../effects/capture.ts';
import { reduce } from '../flow/flow.ts';
import { begin, type State } from '../flow/state.ts';
import { comesLight, lightOf } from '../screens/capture.tsx';
import { saidOf } from '../screens/guidance.tsx';
import { colourNoticeOf } from '../screens/primer.tsx';
import { en } from '../texts/en.ts';
import type { Facts, SeenFace } from './facts.ts';
import { HINTS, type Hint, hintOf, isUsable, outshines, type Target } from './hints.ts';
import { type Said, settle } from './steady.ts';
import { GOOD } from './testing/seen-face.ts';

const PICTURE = { width: 1280, height: 720 };
const TARGET: Target = { x: 640, y: 360, height: 480 };
const look = (face: Partial<SeenFace> | null, more: Partial<Facts> = {}): Facts => ({
  at: 1_000,
  faces: face ? 1 : 0,
  face: face && { ...GOOD, ...face },
  picture: PICTURE,
  took: 20,
  ...more,
});
const hint = (facts: Facts, kind: string | null = null, before: Facts | null = null) =>
  hintOf({ facts, before, target: TARGET, kind });

test('gives no hint for a good face, before the challenge and during it', () => {
  expect(hint(look({}))).toBeNull();
  expect(hint(look({}), 'front')).toBeNull();
});

/** One picture for each hint. */
const APPEARS: Record<Hint, () => Hint | null> = {
  face_not_present: () => hint(look(null)),
  multiple_faces: () => hint(look({}, { faces: 2 })),
  brightness_too_low: () => hint(look({ light: { ...GOOD.light, face: 0.15 } })),
  brightness_too_high: () => hint(look({ light: { ...GOOD.light, face: 0.86 } })),
  back_light: () => hint(look({ light: { ...GOOD.light, face: 0.25, around: 0.7 } })),
  grainy: () => hint(look({ grain: 0.02 })),
  face_too_close: () => hint(look({ size: 0.75 })),
  face_too_far: () => hint(look({ size: 0.25 })),
  face_centering: () => hint(look({ centre: { x: 0.65, y: 0.5 } })),
  face_occluded: () => hint(look({ covered: 0.8 })),
  turned_too_far: () => hint(look({ pose: { yaw: -36, pitch: 0, roll: 0 } }), 'turn_right'),
  head_tilted: () => hint(look({ pose: { yaw: 0, pitch: 0, roll: -19 } })),
  eyes_closed: () => hint(look({ eyes: { left: 0.09, right: 0.1 } })),
  sharpness_too_low: () => hint(look({ sharpness: 14 })),
  hold_still: () => hint(look({}), null, look({ centre: { x: 0.44, y: 0.5 } }, { at: 900 })),
};
test.each(HINTS)('gives the hint %s', (name) => {
  expect(APPEARS[name]()).toBe(name);
});

test('gives the most important hint first', () => {
  const bad = look(
    { light: { ...GOOD.light, face: 0.1 }, size: 0.1, covered: 1, sharpness: 1, cut_off: true },
    { faces: 2 },
  );
  expect(hint(bad)).toBe('multiple_faces');
  expect(hint({ ...bad, faces: 1 })).toBe('brightness_too_low');
});

test('distinguishes overexposed from underexposed faces', () => {
  expect(hint(look({ light: { ...GOOD.light, clipped: 0.42 } }))).toBe('brightness_too_high');
  expect(hint(look({ light: { ...GOOD.light, face: 0.3, clipped: 0.42 } }))).toBe('brightness_too_low');
});

test('does not criticise the movement that a step asks for', () => {
  const turned = look({ grain: 0.02, pose: { yaw: 30, pitch: 0, roll: 20 }, centre: { x: 0.62, y: 0.5 } });
  expect(hint(turned)).not.toBeNull();
  expect(hint(turned, 'turn_left')).toBeNull();
  expect(hint(look({ size: 0.9, cut_off: true }), 'approach')).toBeNull();
  expect(hint(look({ size: 0.9, cut_off: true }), 'front')).toBe('face_too_close');
  expect(hint(look({ size: 0.17 }), 'recede')).toBeNull();
  expect(hint(look({ size: 0.17 }), 'front')).toBe('face_too_far');
});

test('moves a person back who leaves the passive model no room, except in a step that asks them closer', () => {
  const { scored } = QUALITY.size;
  expect(hint(look({ size: scored }))).toBe('face_too_close');
  expect(hint(look({ size: scored }), 'smile')).toBe('face_too_close');
  expect(hint(look({ size: scored }), 'approach')).toBeNull();
  expect(hint(look({ size: 0.95 * scored }))).toBeNull();
});

test('says that a turn is far enough, and takes no picture of a head that is turned further', () => {
  const turned = (yaw: number) => look({ pose: { yaw, pitch: 0, roll: 0 } });
  for (const kind of ['turn_left', 'turn_right']) {
    expect(hint(turned(32), kind)).toBeNull();
    expect(hint(turned(-32), kind)).toBeNull();
    expect(hint(turned(FARTHEST_TURN), kind)).toBe('turned_too_far');
    expect(hint(turned(-FARTHEST_TURN), kind)).toBe('turned_too_far');
    expect(isUsable(turned(32).face!, kind)).toBe(true);
    expect(isUsable(turned(FARTHEST_TURN).face!, kind)).toBe(false);
  }
});

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const faces = fc.record({
  size: between(0.12, 1),
  size_px: between(60, 400),
  cut_off: fc.boolean(),
  covered: between(0.3, 0.85),
  sharpness: between(8, 60),
  light: fc.record({
    face: between(0.1, 0.95),
    around: between(0, 1),
    contrast: between(0, 0.4),
    clipped: between(0, 0.5),
  }),
});

test('calls good only what the service can judge', () => {
  let good = 0;
  fc.assert(
    fc.property(faces, fc.constantFrom(null, 'front', 'smile', 'approach', 'recede'), (face, kind) => {
      if (hint(look(face), kind) !== null) return;
      good++;
      expect(faceProblem({ ...GOOD, ...face }, kind ?? 'front')).toBeNull();
      expect(isUsable({ ...GOOD, ...face }, kind ?? 'front')).toBe(true);
    }),
    { numRuns: 4_000 },
  );
  expect(good).toBeGreaterThan(20);
});

/** Looks 50 ms apart, and the hint after each. */
const hintsAfter = (looks: readonly (Hint | null)[], from = 0): (Hint | null | undefined)[] => {
  let state: Said | null = null;
  return looks.map((seen, i) => {
    state = settle(state, seen, from + i * 50);
    return state.hint;
  });
};
const times = <T>(n: number, value: T): T[] => Array.from({ length: n }, () => value);

test('gives the first hint with the first face', () => {
  expect(hintsAfter(['face_too_far'])).toEqual(['face_too_far']);
  expect(hintsAfter([null])).toEqual([null]);
});

test('reports a missing face after more than one look, and says nothing until then', () => {
  const heard = hintsAfter(times(12, 'face_not_present'));
  expect(heard.slice(0, 10)).toEqual(times(10, undefined));
  expect(heard.at(-1)).toBe('face_not_present');
  expect(hintsAfter(['face_not_present', 'face_not_present', 'back_light'])).toEqual([
    undefined,
    undefined,
    'back_light',
  ]);
});

test('ignores what lasts less than a third of a second, and takes no blink for closed eyes', () => {
  expect(
    new Set(hintsAfter([...times(5, null), ...times(6, 'back_light' as const), ...times(5, null)])),
  ).toEqual(new Set([null]));
  expect(new Set(hintsAfter([null, ...times(20, 'eyes_closed' as const), null]))).toEqual(new Set([null]));
  expect(hintsAfter([null, ...times(30, 'eyes_closed' as const)]).at(-1)).toBe('eyes_closed');
});

test('keeps a hint long enough to be read, and does not flicker between two', () => {
  const turns = Array.from({ length: 100 }, (_, i) => (i % 2 ? 'face_too_far' : 'back_light') as Hint);
  expect(new Set(hintsAfter(turns))).toEqual(new Set(['back_light']));
  const slow = hintsAfter([
    ...times(3, null),
    ...times(8, 'face_too_far' as const),
    ...times(40, 'back_light' as const),
  ]);
  const first = slow.indexOf('face_too_far');
  expect(slow.indexOf('back_light') - first).toBeGreaterThanOrEqual(18);
});

test('says without delay that all is well now', () => {
  const heard = hintsAfter([...times(10, 'face_too_far' as const), ...times(8, null)]);
  expect(heard.lastIndexOf('face_too_far')).toBe(16);
});

test('asks for light where the person, the room and the camera allow it', () => {
  const workflow = (alternatives: string[]) => ({ alternatives }) as State['workflow'];
  const all = workflow(['no_flash', 'no_head_motion', 'audio']);
  expect(outshines(GOOD)).toBe(false);
  expect(outshines({ ...GOOD, light: { ...GOOD.light, around: 0.8 } })).toBe(true);
  expect(wishOf({ alternative: null, workflow: all })).toBeNull();
  expect(wishOf({ alternative: 'no_head_motion', workflow: all })).toBe('no_head_motion');
  expect(wishOf({ alternative: 'audio', workflow: workflow(['no_flash']) })).toBeNull();
  const usual = { alternative: null, no_colours: false, calm: false };
  expect(lightFor(usual, false, {})).toBe('ready');
  expect(lightFor({ ...usual, alternative: 'no_flash' }, false, {})).toBe('declined');
  expect(lightFor({ ...usual, alternative: 'no_head_motion' }, true, {})).toBe('too_bright');
  expect(lightFor(usual, false, { frameRate: 7.5 })).toBe('unable');
  // A hundredth of a second at ISO 100 is about 1,000 lux; a thirtieth at ISO 400 about 75.
  expect(lightFor(usual, false, { exposureTime: 100, iso: 100 })).toBe('too_bright');
  expect(lightFor(usual, false, { exposureTime: 333, iso: 400 })).toBe('ready');
});

const ALTERNATIVES = [null, 'no_flash', 'no_head_motion', 'audio'] as const;

test('shows no colours to a person who asked for less motion, whatever else they choose', () => {
  for (const alternative of ALTERNATIVES)
    expect(lightFor({ alternative, no_colours: false, calm: true }, false, {})).toBe('declined');
});

test('tells of the colours whenever they can appear, and has a way back for a person who left them out', () => {
  const workflow = { alternatives: [], capture: { colours: true } } as unknown as State['workflow'];
  for (const alternative of ALTERNATIVES)
    for (const calm of [true, false]) {
      const state = { workflow, alternative, no_colours: false, unlit: false };
      const shown = lightFor({ ...state, calm }, false, {}) === 'ready';
      expect(colourNoticeOf(state, calm)).toBe(shown ? 'light' : null);
      const without = { ...state, no_colours: true };
      expect(lightFor({ ...without, calm }, false, {})).toBe('declined');
      expect(colourNoticeOf(without, calm)).toBe(shown ? 'unlit' : null);
      expect(colourNoticeOf({ ...state, unlit: true }, calm)).toBe(null);
    }
});

const challenged = (parameters: object) =>
  ({ challenge: { steps: [{ kind: 'smile' }, { kind: 'front' }], parameters } }) as never;

test('has the person hold still while the light is shown and the clip is put together, and nowhere else', () => {
  const lit = challenged({ light: [{}] });
  expect(lightOf({ attempt: lit, ratio: 0.75 }, null)).toBe('later');
  expect(lightOf({ attempt: lit, ratio: 0.75 }, '#ffffff')).toBe('now');
  expect(lightOf({ attempt: lit, ratio: 1 }, null)).toBe('now');
  expect(lightOf({ attempt: challenged({}), ratio: 1 }, null)).toBe('none');
  expect(lightOf({ attempt: null, ratio: 1 }, null)).toBe('none');
});

test('offers the way without colours from the step before them, and goes on with the camera on', () => {
  expect(comesLight({ attempt: challenged({ light: [{}] }), step: 0, ratio: 0 })).toBe(false);
  expect(comesLight({ attempt: challenged({ light: [{}] }), step: 1, ratio: 0.75 })).toBe(true);
  // After the light the capture is whole, and is not thrown away by a late press.
  expect(comesLight({ attempt: challenged({ light: [{}] }), step: 1, ratio: 1 })).toBe(false);
  expect(comesLight({ attempt: challenged({}), step: 1, ratio: 0.75 })).toBe(false);
  expect(comesLight({ attempt: null, step: -1, ratio: 0 })).toBe(false);

  const ready = { name: 'ready', hint: null, guided: false } as const;
  const at = { ...begin('portal', { mobile: false, camera: true, framed: false }), screen: ready };
  const capture = reduce(at, { type: 'start' }).state;
  const out = reduce(capture, { type: 'colours', on: false });
  expect(out.state).toMatchObject({ screen: ready, no_colours: true });
  expect(out.effects).toEqual([{ do: 'measure_camera' }]);
  expect(reduce(out.state, { type: 'colours', on: true }).state).toMatchObject({ no_colours: false });
});

test('tells a screen reader to hold still while the colours are shown', () => {
  const screen = { name: 'capture', guided: true, hint: null } as Extract<
    State['screen'],
    { name: 'capture' }
  >;
  expect(saidOf(screen, '#ffb070', en)).toBe(en.capture.colours_said);
  expect(saidOf(screen, null, en)).toBe('');
});

test('shows a hint on both camera screens, keeps it from one to the other, and ignores repeats', () => {
  const at = (screen: State['screen']): State => ({
    ...begin('portal', { mobile: false, camera: true, framed: false }),
    screen,
  });
  const far = { type: 'hint', hint: 'face_too_far' } as const;
  expect(reduce(at({ name: 'primer' }), far).state.screen).toEqual({ name: 'primer' });
  const ready = reduce(at({ name: 'ready', hint: null, guided: false }), far).state;
  expect(ready.screen).toEqual({ name: 'ready', hint: 'face_too_far', guided: true });
  expect(reduce(ready, far).state).toBe(ready);
  const capture = reduce(ready, { type: 'start' }).state;
  expect(capture.screen).toMatchObject({ name: 'capture', hint: 'face_too_far', guided: true });
  const lost = reduce(capture, { type: 'hint', hint: null, guided: false }).state;
  expect(lost.screen).toMatchObject({ hint: null, guided: false });
});

import { faceProblem, QUALITY } from '../../../service/src/face/decision/checks/quality.ts';
import type { Facts, SeenFace } from './facts.ts';

/** What the person can be told to do better, in the order in which it counts: one at a time. */
export const HINTS = [
  'face_not_present',
  'multiple_faces',
  'brightness_too_low',
  'brightness_too_high',
  'back_light',
  'face_too_close',
  'face_too_far',
  'face_centering',
  'face_occluded',
  'head_tilted',
  'eyes_closed',
  'sharpness_too_low',
  'hold_still',
] as const;
export type Hint = (typeof HINTS)[number];

/** Where the face shall be, in pixels of the camera's picture. */
export interface Target {
  x: number;
  y: number;
  height: number;
}

/**
 * What is looked at. `kind`: of the challenge's step, while one runs; null: the person is finding their
 * place.
 */
export interface Situation {
  facts: Facts;
  /** The look before, for what only two of them tell. */
  before: Facts | null;
  target: Target | null;
  kind: string | null;
}

/**
 * Somewhat stricter than the service, so that what is good here is accepted there: its pictures are
 * compressed, and a moment older. Brightness 0 to 1, degrees, openings as in `FaceLook`.
 */
const STRICTER = {
  dark: QUALITY.dark + 0.03,
  bright: QUALITY.bright - 0.04,
  clipped: QUALITY.clipped - 0.05,
  sharp: QUALITY.sharp * 1.4,
  size_px: QUALITY.size_px * 1.15,
  least: QUALITY.size.least * 1.15,
  /** The passive liveness model wants half as much again around the face. */
  most: 0.78,
  nearest: QUALITY.size.most * 0.95,
  covered: QUALITY.covered - 0.1,
} as const;
/** A face darker than this, before something brighter by that much. */
const [SHADE, BACK_LIGHT] = [0.32, 0.28];
/** Face length by the oval's height; how far its middle may be off, by the oval's height. */
const [SMALL, LARGE, OFF] = [0.5, 1.1, 0.22];
/** Degrees from which a head does not look ahead any more; the service allows 20. */
const TURNED = 16;
/** Weak: narrow eyes and glasses come near to it. Only said before the challenge, and it stops nobody. */
const CLOSED = 0.11;
/** Lengths of the face in a second. */
const FAST = 0.9;

type Test = (face: SeenFace, situation: Situation) => boolean;
/** What only matters before the challenge: in it the head is meant to move. */
const placing =
  (test: Test): Test =>
  (face, situation) =>
    situation.kind === null && test(face, situation);

const lengthOf = (face: SeenFace, { picture }: Facts): number =>
  face.size * Math.min(picture.width, picture.height);
/** By the oval's height. */
const filled = (face: SeenFace, { facts, target }: Situation): number | null =>
  target && lengthOf(face, facts) / target.height;

const isOff: Test = (face, { facts: { picture }, target }) =>
  !!target &&
  Math.hypot(face.centre.x * picture.width - target.x, face.centre.y * picture.height - target.y) >
    target.height * OFF;

const speed = (face: SeenFace, { facts, before }: Situation): number => {
  if (!before?.face || facts.at <= before.at) return 0;
  const { width, height } = facts.picture;
  const moved = Math.hypot(
    (face.centre.x - before.face.centre.x) * width,
    (face.centre.y - before.face.centre.y) * height,
  );
  return moved / lengthOf(face, facts) / ((facts.at - before.at) / 1_000);
};

const TESTS: Record<Exclude<Hint, 'face_not_present'>, Test> = {
  multiple_faces: (_, { facts }) => facts.faces > 1,
  brightness_too_low: ({ light }) =>
    light.face < STRICTER.dark || (light.clipped > STRICTER.clipped && light.face < 0.5),
  brightness_too_high: ({ light }) =>
    light.face > STRICTER.bright || (light.clipped > STRICTER.clipped && light.face >= 0.5),
  back_light: placing(({ light }) => light.face < SHADE && light.around - light.face > BACK_LIGHT),
  // A step back or forth is meant to change the size.
  face_too_close: (face, situation) =>
    face.size > (situation.kind === 'approach' ? STRICTER.nearest : STRICTER.most) ||
    (situation.kind === null && (filled(face, situation) ?? 0) > LARGE),
  face_too_far: (face, situation) =>
    face.size_px < STRICTER.size_px ||
    (situation.kind !== 'recede' && face.size < STRICTER.least) ||
    (situation.kind === null && (filled(face, situation) ?? 1) < SMALL),
  face_centering: (face, situation) =>
    situation.kind === null
      ? face.cut_off || isOff(face, situation)
      : face.cut_off && situation.kind !== 'approach',
  face_occluded: ({ covered }) => covered > STRICTER.covered,
  head_tilted: placing(({ pose }) => Math.max(Math.abs(pose.yaw), Math.abs(pose.roll)) > TURNED),
  eyes_closed: placing(({ eyes }) => Math.max(eyes.left, eyes.right) < CLOSED),
  sharpness_too_low: ({ sharpness }) => sharpness < STRICTER.sharp,
  hold_still: placing((face, situation) => speed(face, situation) > FAST),
};

/** What counts most of what could be better; null: the service would accept this face. Pure. */
export function hintOf(situation: Situation): Hint | null {
  const { face } = situation.facts;
  if (!face) return 'face_not_present';
  return HINTS.find((name) => name !== 'face_not_present' && TESTS[name](face, situation)) ?? null;
}

/** Whether the service could judge this face, asked for a step of that kind. */
export const isUsable = (face: SeenFace, kind: string): boolean => faceProblem(face, kind) === null;

/**
 * Brightness of a face, or of what is around it, in which the colours of a screen are not seen on the face.
 */
const OUTSHINING = { face: 0.72, around: 0.75 } as const;
export const outshines = (face: SeenFace): boolean =>
  face.light.face > OUTSHINING.face || face.light.around > OUTSHINING.around;

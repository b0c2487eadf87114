import { FARTHEST_TURN } from '../../../service/src/face/challenge/path.ts';
import { faceProblem, QUALITY } from '../../../service/src/face/decision/checks/quality.ts';
import type { Facts, SeenFace } from './facts.ts';

/** The hints, most important first; the page gives one at a time. */
export const HINTS = [
  'face_not_present',
  'multiple_faces',
  'brightness_too_low',
  'brightness_too_high',
  'back_light',
  'grainy',
  'face_too_close',
  'face_too_far',
  'face_centering',
  'face_occluded',
  'turned_too_far',
  'head_tilted',
  'eyes_closed',
  'sharpness_too_low',
  'hold_still',
] as const;
export type Hint = (typeof HINTS)[number];

/** Where the face should be, in pixels of the camera's picture. */
export interface Target {
  x: number;
  y: number;
  height: number;
}

/**
 * The input of a hint. `kind`: kind of the challenge's current step; null before the challenge, while the
 * person positions their face.
 */
interface Situation {
  facts: Facts;
  /** The previous look, for hints that need two. */
  before: Facts | null;
  target: Target | null;
  kind: string | null;
}

/**
 * Slightly stricter than the service, so that the service accepts what is good here: its pictures are
 * compressed and a moment older. Brightness 0 to 1, degrees, openings as in `FaceLook`.
 */
const STRICTER = {
  dark: QUALITY.dark + 0.03,
  bright: QUALITY.bright - 0.04,
  clipped: QUALITY.clipped - 0.05,
  sharp: QUALITY.sharp * 1.4,
  size_px: QUALITY.size_px * 1.15,
  least: QUALITY.size.least * 1.15,
  most: QUALITY.size.scored * 0.96,
  nearest: QUALITY.size.most * 0.95,
  covered: QUALITY.covered - 0.1,
  turn: FARTHEST_TURN - 2,
} as const;
/** A face darker than this, in front of surroundings brighter by that much. */
const [SHADE, BACK_LIGHT] = [0.32, 0.28];
/**
 * Face length divided by the oval's height, and how far the face's middle may be off, also by the oval's
 * height.
 */
const [SMALL, LARGE, OFF] = [0.5, 1.1, 0.22];
/** Degrees from which a head no longer looks ahead; the service allows 20. */
const TURNED = 16;
/**
 * A weak measure: narrow eyes and glasses come close to it. The hint is given only before the challenge,
 * and blocks no capture.
 */
const CLOSED = 0.11;
/** Face lengths per second. */
const FAST = 0.9;

type Test = (face: SeenFace, situation: Situation) => boolean;
/** Hints for the time before the challenge only: during it the head is meant to move. */
const placing =
  (test: Test): Test =>
  (face, situation) =>
    situation.kind === null && test(face, situation);

const lengthOf = (face: SeenFace, { picture }: Facts): number =>
  face.size * Math.min(picture.width, picture.height);
/** Face length divided by the oval's height. */
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
  grainy: placing(({ grain }) => grain > QUALITY.grain),
  // Moving closer or back is meant to change the size.
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
  turned_too_far: (face, { kind }) => kind !== null && turnsTooFar(face, kind),
  head_tilted: placing(({ pose }) => Math.max(Math.abs(pose.yaw), Math.abs(pose.roll)) > TURNED),
  eyes_closed: placing(({ eyes }) => Math.max(eyes.left, eyes.right) < CLOSED),
  sharpness_too_low: ({ sharpness }) => sharpness < STRICTER.sharp,
  hold_still: placing((face, situation) => speed(face, situation) > FAST),
};

/** The most important hint; null if the service would accept this face. Pure. */
export function hintOf(situation: Situation): Hint | null {
  const { face } = situation.facts;
  if (!face) return 'face_not_present';
  return HINTS.find((name) => name !== 'face_not_present' && TESTS[name](face, situation)) ?? null;
}

/** Whether the head is turned further than a step asks for: the service could take it for another person's. */
const turnsTooFar = ({ pose }: SeenFace, kind: string): boolean =>
  isTurn(kind) && Math.abs(pose.yaw) > STRICTER.turn;
export const isTurn = (kind: string): boolean => kind === 'turn_left' || kind === 'turn_right';

/** Whether the service could judge this face in a step of that kind. */
export const isUsable = (face: SeenFace, kind: string): boolean =>
  faceProblem(face, kind) === null && !turnsTooFar(face, kind);

/** Brightness of a face, or of its surroundings, at which a screen's colours do not show on the face. */
const OUTSHINING = { face: 0.72, around: 0.75 } as const;
export const outshines = (face: SeenFace): boolean =>
  face.light.face > OUTSHINING.face || face.light.around > OUTSHINING.around;

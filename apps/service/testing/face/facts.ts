import { createHash } from 'node:crypto';
import type { FaceFacts, FrameFacts, KeptLook } from '../../src/face/decision/facts.ts';
import { FACE_ENGINE_VERSION } from '../../src/face/decision/judge.ts';

/** A person at a desk who answers one challenge: facts as the runner gathers them, with computed pictures. */
export const STEPS = [
  'front',
  'smile',
  'front',
  'turn_left',
  'front',
  'approach',
  'front',
  'tilt_right',
  'front',
  'smile',
] as const;

type Face = NonNullable<KeptLook['face']>;
export interface Shot {
  kind: string;
  face: Face;
  /** Luma, 0 to 255, of the scene at a place in fractions of the picture. */
  scene(x: number, y: number): number;
  /** The moment whose sensor grain it has; its own by default. */
  grain?: number;
}

/** The texture of a room, different for each `place`. */
export const room =
  (place: number) =>
  (x: number, y: number): number =>
    120 +
    45 * Math.sin(7 * x * (1 + 0.31 * place) + 2 * place) * Math.cos(5 * y + 1.7 * place) +
    30 * Math.sin(11 * y * (1 + 0.23 * place) - 3 * x + place);

/** The face in the picture, above a body, before the given background. */
const before =
  ({ centre, size }: Face, behind: (x: number, y: number) => number) =>
  (x: number, y: number) => {
    const dx = (x - centre.x) / (size * 0.3);
    const dy = (y - centre.y) / (size * 0.5);
    if (dx * dx + dy * dy < 1) return 175 - 40 * Math.abs(dx) - 15 * dy;
    return y > centre.y + size * 0.5 && Math.abs(x - centre.x) < size * 0.75 ? 60 : behind(x, y);
  };

const NEUTRAL: Face = {
  confidence: 0.98,
  box: { x: 0, y: 0, width: 0, height: 0 },
  cut_off: false,
  centre: { x: 0.5, y: 0.45 },
  size: 0.4,
  size_px: 192,
  pose: { yaw: 1, pitch: -2, roll: 0.5 },
  mouth: { width: 0.6, open: 0.02, lift: 0.0 },
  eyes: { left: 0.27, right: 0.28 },
  light: { face: 0.55, around: 0.45, contrast: 0.2, clipped: 0.02 },
  colour: { face: [0.36, 0.24, 0.18], around: [0.2, 0.2, 0.2] },
  sharpness: 60,
  grain: 0.005,
  covered: 0.05,
  live: 0.93,
};

const WOBBLE = [0, 0.9, -0.7, 0.4, -1.1, 0.8, 1.2, -0.5, 0.6, -0.9];

/** What a living person shows in a step, never twice the same. */
export function shotOf(kind: string, index: number): Shot {
  const wobble = WOBBLE[index % WOBBLE.length]!;
  const face = structuredClone(NEUTRAL);
  face.pose = { yaw: 1 + wobble, pitch: -2 + 1.3 * wobble, roll: 0.5 - wobble };
  face.centre = { x: 0.5 + 0.012 * wobble, y: 0.45 - 0.008 * wobble };
  face.size = 0.4 * (1 + 0.012 * wobble);
  face.mouth = { width: 0.6 + 0.006 * wobble, open: 0.02 + Math.abs(0.008 * wobble), lift: 0.004 * wobble };
  if (kind === 'turn_left') face.pose.yaw += 24;
  if (kind === 'turn_right') face.pose.yaw -= 24;
  if (kind === 'tilt_left') face.pose.roll += 18;
  if (kind === 'tilt_right') face.pose.roll -= 18;
  if (kind === 'smile') face.mouth = { width: 0.74, open: 0.05 + 0.01 * wobble, lift: 0.09 };
  if (kind === 'mouth_open') face.mouth.open = 0.4;
  if (kind === 'approach') face.size *= 1.4;
  if (kind === 'recede') face.size /= 1.4;
  if (kind.startsWith('t')) face.live = null;
  return { kind, face, scene: before(face, room(0)) };
}

/**
 * Everything moves with the face, as on a photograph: the scene of `shot` is a zoomed, panned and rotated
 * `still`.
 */
export function ofOnePlane(still: Shot, shot: Shot): (x: number, y: number) => number {
  const scale = still.face.size / shot.face.size;
  const turn = ((still.face.pose.roll - shot.face.pose.roll) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn) * scale, Math.sin(turn) * scale];
  const [from, to] = [shot.face.centre, still.face.centre];
  return (x, y) => {
    const [dx, dy] = [((x - from.x) * 4) / 3, y - from.y];
    return still.scene(to.x + ((cos * dx - sin * dy) * 3) / 4, to.y + sin * dx + cos * dy);
  };
}

/** Grain of a sensor: the same on every machine, different for every frame. */
const grain = (frame: number, at: number) =>
  ((Math.imul(at + 1, 2654435761) ^ Math.imul(frame + 7, 40503)) >>> 13) % 3;

export function lookOf(shot: Shot, index: number): KeptLook {
  const { face, scene } = shot;
  const moment = shot.grain ?? index;
  const { centre, size } = face;
  const [width, height] = [(size * 0.72 * 3) / 4, size * 0.95];
  const cells = Uint8Array.from({ length: 32 * 32 }, (_, at) =>
    Math.min(
      255,
      Math.max(
        0,
        Math.round(scene(((at % 32) + 0.5) / 32, (Math.floor(at / 32) + 0.5) / 32)) + grain(moment, at),
      ),
    ),
  );
  return {
    width: 640,
    height: 480,
    faces: 1,
    face: {
      ...face,
      size_px: Math.round(size * 480),
      box: { x: centre.x - width / 2, y: centre.y - height / 2, width, height },
    },
    print: createHash('sha256').update(cells).digest('hex'),
    thumbnail: Buffer.from(cells).toString('base64'),
  };
}

function frameOf(shot: Shot, index: number): FrameFacts {
  return {
    t_ms: 900 + index * 1_437 + (index % 3) * 61,
    step: `s${index}`,
    sha256: createHash('sha256').update(`frame ${index}`).digest('hex'),
    look: lookOf(shot, index),
    same_person: 0.71 - 0.01 * index,
  };
}

const kindsOf = (shots: readonly Shot[]) => [...new Set(shots.map(({ kind }) => kind))];

/** Facts about shots, one for each step; `change` alters them. */
export function factsOf(
  shots: readonly Shot[] = STEPS.map(shotOf),
  change: (facts: FaceFacts) => void = () => {},
): FaceFacts {
  const facts: FaceFacts = {
    engine_version: FACE_ENGINE_VERSION,
    challenge: {
      type: 'active',
      steps: shots.map(({ kind }, i) => ({ id: `s${i}`, kind, window_ms: 6_000, hold_ms: 500, min: 0 })),
      parameters: { kinds: kindsOf(shots) },
      timeouts: { attempt_ms: 90_000, step_ms: 6_000 },
    },
    elapsed_ms: 21_000,
    frames: shots.map(frameOf),
    track: CAMERA,
    replays: [],
    match: { skipped: 'not_asked' },
    dedupe: { skipped: 'not_asked' },
    pack: {
      id: 'accurate',
      version: '1',
      models: [{ role: 'match', file: 'match.onnx', sha256: 'a'.repeat(64) }],
      liveness_threshold: 0.3,
      same_person: { pair: 0.409, ahead: 0.427, turned: 0.3445 },
    },
    mode: 'adaptive',
    enrols: false,
  };
  change(facts);
  return facts;
}

/** The track facts of a camera in Chromium. */
export const CAMERA = {
  constructor: 'MediaStreamTrack',
  engine: 'chromium',
  enumerated: true,
  group_id: true,
  capture_time: true,
  overrides: [],
  native_get_user_media: true,
  label: 'Integrated Camera (04f2:b6d9)',
  width: 640,
  height: 480,
};

/** Alters facts before they are judged. */
export type Change = (facts: FaceFacts) => void;
export const all = <T>(list: readonly T[], bend: (one: T, index: number) => unknown): void => {
  for (const [index, one] of list.entries()) bend(one, index);
};
export const faces = (facts: FaceFacts) => facts.frames.flatMap(({ look }) => look.face ?? []);
export const each =
  (bend: (face: Face, index: number) => void): Change =>
  (facts) =>
    all(faces(facts), bend);

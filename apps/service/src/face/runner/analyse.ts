import { setTimeout as after } from 'node:timers/promises';
import type { WorkflowDefinition } from '@standpoint/contract';
import type {
  DedupeFacts,
  FaceFacts,
  FrameFacts,
  KeptDedupe,
  KeptLook,
  MatchFacts,
  ReplayHit,
} from '../decision/facts.ts';
import { FACE_ENGINE_VERSION, judge } from '../decision/judge.ts';
import { cosine, type Fused, fuse, thresholdsFor } from '../decision/match.ts';
import {
  type ClipLook,
  type Look,
  type Pack,
  type Vision,
  VisionBusy,
  VisionClosed,
} from '../vision/vision.ts';
import { clipFacts } from './clip-facts.ts';
import type { Basis, Capture, FaceRunner } from './runner.ts';

/** A capture and all that it is compared by. */
export interface Question {
  capture: Capture;
  definition: WorkflowDefinition;
  pack: Pack;
  /** The face of this capture; null without a usable frame. */
  probe: Fused | null;
  /** Perceptual hashes of the frames, in order. */
  prints: readonly string[];
}

/** Everything that the runner needs from outside. */
export interface FaceWorld {
  vision: Vision;
  workflow(capture: Capture): Promise<WorkflowDefinition>;
  match(question: Question): Promise<MatchFacts>;
  replays(question: Question): Promise<readonly ReplayHit[]>;
  duplicates(question: Question): Promise<DedupeFacts>;
  /** Loads the models if they are not loaded. */
  prepare(): void;
  /** Called when the models did not answer. */
  failed(error: unknown, capture: Capture): void;
}

/**
 * The shares of strangers who still count as the same person within one capture: for a face that looks
 * ahead, and for a turned one, whose score falls with every degree while that of a stranger does not.
 */
const SAME_PERSON_FMR = { ahead: 1e-4, turned: 1e-3 } as const;
/** Passive liveness was measured on faces that look into the camera. */
const TURNED = ['turn_left', 'turn_right', 'tilt_left', 'tilt_right'];
/** Attempts to be taken by the models: another upload may have come between `hasRoom` and the look. */
const TRIES = 50;

/** The runner of a service: models look, facts are gathered, and the pure judge finds. */
export function faceRunner(world: FaceWorld): FaceRunner {
  return {
    prepare: () => world.prepare(),
    expect: () => world.vision.expect?.() ?? (() => {}),
    waitFor: (images, env) => (world.vision.hasRoom(images, env) ? null : RETRY_AFTER_S),
    async analyse(capture) {
      const seen = await lookAtAll(world.vision, capture).catch((error: unknown) => {
        if (error instanceof VisionClosed) throw error;
        world.failed(error, capture);
        return null;
      });
      // The capture goes to review, because another attempt would meet the same models.
      if (!seen) return { outcome: 'unavailable' };
      const basis = await gather(world, capture, ...seen);
      return { ...judge(basis.facts), basis };
    },
  };
}
const RETRY_AFTER_S = 2;

/** Gathers the facts of a capture, and beside them what the evidence must not hold. */
export async function gather(
  world: FaceWorld,
  capture: Capture,
  looks: readonly Look[],
  clip: ClipLook | null = null,
): Promise<Basis> {
  const { pack } = world.vision;
  const definition = await world.workflow(capture);
  const probe = fuse(looks);
  const ahead = frontalOf(capture, looks);
  // A camera that looks up at the person gives no image any weight; the capture still shows one person.
  const frontal = fuse(ahead) ?? fuse(ahead, ({ face }) => Number(!!face?.embedding));
  const prints = looks.map(({ print }) => print);
  const question: Question = { capture, definition, pack, probe, prints };
  const [match, replays, dedupe] = await Promise.all([
    world.match(question),
    world.replays(question),
    world.duplicates(question),
  ]);
  const facts: FaceFacts = {
    engine_version: FACE_ENGINE_VERSION,
    challenge: capture.challenge,
    elapsed_ms: capture.elapsed_ms,
    frames: frameFacts(capture, looks, frontal),
    ...(clip && { clip: clipFacts(capture.manifest, clip, frontal) }),
    track: capture.manifest.track ?? null,
    replays,
    match,
    dedupe: withoutNames(dedupe),
    pack: packFacts(pack, frontal?.frames ?? 1),
    mode: definition.liveness?.mode ?? 'adaptive',
    enrols: definition.match?.source === 'template' && definition.enroll?.on_pass !== false,
  };
  const duplicates = dedupe.skipped === undefined ? dedupe.hits : [];
  // The evidence is judged again from its text, so the facts are rounded as JSON rounds them.
  return { facts: JSON.parse(JSON.stringify(facts)) as FaceFacts, probe, pack, duplicates };
}

const withoutNames = (dedupe: DedupeFacts): KeptDedupe =>
  dedupe.skipped === undefined ? { ...dedupe, hits: dedupe.hits.map(({ score }) => ({ score })) } : dedupe;

/** The frames, and beside them the clip. */
async function lookAtAll(vision: Vision, capture: Capture): Promise<[Look[], ClipLook | null]> {
  const pictures = capture.clip?.pictures.map(({ bytes }) => bytes);
  return Promise.all([
    lookAt(vision, capture),
    pictures ? vision.lookAtClip(pictures, capture.env) : Promise.resolve(null),
  ]);
}

/** Looks at each frame, in order. The passive model runs only on faces that look ahead. */
async function lookAt(vision: Vision, { env, challenge, manifest, frames }: Capture): Promise<Look[]> {
  const kinds = new Map(challenge.steps.map(({ id, kind }) => [id, kind]));
  const turned = manifest.frames.map(({ step }) => TURNED.includes(kinds.get(step) ?? ''));
  const some = async (wanted: boolean) => {
    const images = frames.filter((_, i) => turned[i] === wanted).map(({ bytes }) => bytes);
    return images.length === 0 ? [] : whenRoom(vision, images, { embedding: true, live: !wanted }, env);
  };
  const [away, ahead] = await Promise.all([some(true), some(false)]);
  return turned.map((is) => (is ? away : ahead).shift()!);
}

async function whenRoom(
  vision: Vision,
  images: Buffer[],
  wants: { embedding: boolean; live: boolean },
  env: Capture['env'],
) {
  for (let i = 0; ; i++) {
    try {
      return await vision.look(images, wants, env);
    } catch (error) {
      if (!(error instanceof VisionBusy) || i >= TRIES) throw error;
      await after(1_000 * Math.min(error.retry_after_s, 1), undefined, { ref: false });
    }
  }
}

/** The looks of the steps that ask for nothing but to look ahead. */
function frontalOf({ manifest, challenge }: Capture, looks: readonly Look[]): Look[] {
  const front = new Set(challenge.steps.filter(({ kind }) => kind === 'front').map(({ id }) => id));
  return looks.filter((_, i) => front.has(manifest.frames[i]!.step));
}

function frameFacts(capture: Capture, looks: readonly Look[], face: Fused | null): FrameFacts[] {
  const frontal = frontalOf(capture, looks);
  return looks.map((look, i) => {
    const { t_ms, step, sha256 } = capture.manifest.frames[i]!;
    const same_person = frontal.includes(look) ? leastLike(look, frontal) : likeness(look, face);
    return { t_ms, step, sha256, look: keptLook(look), same_person };
  });
}

/** The lowest similarity of a frontal face to the others; null without an embedding. */
function leastLike(look: Look, frontal: readonly Look[]): number | null {
  const own = look.face?.embedding;
  const others = frontal.flatMap((other) => (other !== look && other.face?.embedding) || []);
  return own && others.length > 0 ? Math.min(...others.map((other) => cosine(own, other))) : null;
}

const likeness = ({ face }: Look, frontal: Fused | null): number | null =>
  face?.embedding && frontal ? cosine(face.embedding, frontal.embedding) : null;

/** Leaves out the embedding, because it identifies the person. */
function keptLook({ face, ...look }: Look): KeptLook {
  if (!face) return { ...look, face: null };
  const { embedding: _, ...kept } = face;
  return { ...look, face: kept };
}

/** `frontal`: the number of frontal images that make the face with which the other frames are compared. */
function packFacts(pack: Pack, frontal: number): FaceFacts['pack'] {
  const { id, version, liveness } = pack;
  return {
    id,
    version,
    models: pack.models.map(({ role, file, sha256 }) => ({ role, file, sha256 })),
    liveness_threshold: liveness?.threshold ?? null,
    same_person: samePerson(pack, frontal),
  };
}

function samePerson(pack: Pack, frontal: number): FaceFacts['pack']['same_person'] {
  const threshold = (target_fmr: number, template: number) =>
    thresholdsFor(pack, { target_fmr }, { template, probe: 1 })?.threshold ?? null;
  const pair = threshold(SAME_PERSON_FMR.ahead, 1);
  const ahead = threshold(SAME_PERSON_FMR.ahead, frontal);
  const turned = threshold(SAME_PERSON_FMR.turned, frontal);
  return pair === null || ahead === null || turned === null ? null : { pair, ahead, turned };
}

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
import { type Look, type Pack, type Vision, VisionBusy } from '../vision/vision.ts';
import type { Basis, Capture, FaceRunner } from './runner.ts';

/** What a capture is compared with. */
export interface Question {
  capture: Capture;
  definition: WorkflowDefinition;
  pack: Pack;
  /** The face of this capture; null without a usable frame. */
  probe: Fused | null;
  /** Perceptual hashes of the frames, in their order. */
  prints: readonly string[];
}

/** Everything the runner asks of the world. */
export interface FaceWorld {
  vision: Vision;
  workflow(capture: Capture): Promise<WorkflowDefinition>;
  match(question: Question): Promise<MatchFacts>;
  replays(question: Question): Promise<readonly ReplayHit[]>;
  duplicates(question: Question): Promise<DedupeFacts>;
  /** Loads the models, where they are not. */
  prepare(): void;
  /** The models did not answer. */
  failed(error: unknown, capture: Capture): void;
}

/**
 * Two frames of one capture are taken for two people where one of ten thousand strangers still looks that
 * much alike.
 */
const SAME_PERSON_FMR = 1e-4;
/** Passive liveness was measured on faces that look into the camera. */
const TURNED = ['turn_left', 'turn_right', 'tilt_left', 'tilt_right'];
/** An upload that was counted waits for its turn: between `hasRoom` and here another one may have come. */
const TRIES = 50;

/** Models, facts and the pure judge behind the seam that submits go through. */
export function faceRunner(world: FaceWorld): FaceRunner {
  return {
    prepare: () => world.prepare(),
    expect: () => world.vision.expect?.() ?? (() => {}),
    waitFor: (images, env) => (world.vision.hasRoom(images, env) ? null : RETRY_AFTER_S),
    async analyse(capture) {
      const looks = await lookAt(world.vision, capture).catch((error: unknown) => {
        world.failed(error, capture);
        return null;
      });
      // What nobody could look at goes to a person: another attempt would find the same models.
      if (!looks) return { outcome: 'unavailable' };
      const basis = await gather(world, capture, looks);
      return { ...judge(basis.facts), basis };
    },
  };
}
const RETRY_AFTER_S = 2;

/** The facts of a capture, with what must not be kept in the evidence beside them. */
export async function gather(world: FaceWorld, capture: Capture, looks: readonly Look[]): Promise<Basis> {
  const { pack } = world.vision;
  const definition = await world.workflow(capture);
  const probe = fuse(looks);
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
    frames: frameFacts(capture, looks),
    track: capture.manifest.track ?? null,
    replays,
    match,
    dedupe: withoutNames(dedupe),
    pack: packFacts(pack),
    mode: definition.liveness?.mode ?? 'adaptive',
    enrols: definition.match?.source === 'template' && definition.enroll?.on_pass !== false,
  };
  const duplicates = dedupe.skipped === undefined ? dedupe.hits : [];
  // What the evidence holds, to the last digit: it is judged again from its text.
  return { facts: JSON.parse(JSON.stringify(facts)) as FaceFacts, probe, pack, duplicates };
}

const withoutNames = (dedupe: DedupeFacts): KeptDedupe =>
  dedupe.skipped === undefined ? { ...dedupe, hits: dedupe.hits.map(({ score }) => ({ score })) } : dedupe;

/** One look for each frame, in order; the passive model only where it means something. */
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

function frameFacts({ manifest, challenge }: Capture, looks: readonly Look[]): FrameFacts[] {
  const front = new Set(challenge.steps.filter(({ kind }) => kind === 'front').map(({ id }) => id));
  const frontal = looks.filter((_, i) => front.has(manifest.frames[i]!.step));
  return looks.map((look, i) => {
    const { t_ms, step, sha256 } = manifest.frames[i]!;
    return { t_ms, step, sha256, look: keptLook(look), same_person: leastLike(look, frontal) };
  });
}

/** How little the face is like the least like frontal one of the others. */
function leastLike(look: Look, frontal: readonly Look[]): number | null {
  const own = look.face?.embedding;
  const others = frontal.flatMap((other) => (other !== look && other.face?.embedding) || []);
  return own && others.length > 0 ? Math.min(...others.map((other) => cosine(own, other))) : null;
}

/** Without the embedding, which is the person. */
function keptLook({ face, ...look }: Look): KeptLook {
  if (!face) return { ...look, face: null };
  const { embedding: _, ...kept } = face;
  return { ...look, face: kept };
}

function packFacts(pack: Pack): FaceFacts['pack'] {
  const { id, version, liveness } = pack;
  const same = thresholdsFor(pack, { target_fmr: SAME_PERSON_FMR }, { template: 1, probe: 1 });
  return {
    id,
    version,
    models: pack.models.map(({ role, file, sha256 }) => ({ role, file, sha256 })),
    liveness_threshold: liveness?.threshold ?? null,
    same_person_threshold: same?.threshold ?? null,
  };
}

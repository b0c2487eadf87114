import type { Deps } from '../../src/deps.ts';
import type { FaceFacts } from '../../src/face/decision/facts.ts';
import { judge } from '../../src/face/decision/judge.ts';
import { settingsOf, workflowOf } from '../../src/face/portal/workflow.ts';
import { type FaceWorld, gather } from '../../src/face/runner/analyse.ts';
import type { Capture, FaceRunner, Findings } from '../../src/face/runner/runner.ts';
import { gatherMatch } from '../../src/face/templates/templates.ts';
import { packOf } from '../../src/face/vision/packs/manifest.ts';
import { locatePack } from '../../src/face/vision/packs/packs.ts';
import type { Look, Pack } from '../../src/face/vision/vision.ts';
import type { TestAnswer, TestOrganization, TestService } from '../service.ts';
import { type Changes, type MovableClock, manifestOf, noises, person } from './face.ts';
import { factsOf, lookOf, shotOf } from './facts.ts';
import { faceLook, look, unit, visionOf } from './looks.ts';

export const TEST_PACK: Pack = {
  id: 'accurate',
  version: '1',
  models: [
    { role: 'match', file: 'match.onnx', sha256: 'a'.repeat(64), licence: 'none', provenance: 'a test' },
  ],
  dimensions: 512,
  match: [],
  liveness: null,
};

/** Facts of a person who answers the challenge of a capture, about the frames that were captured. */
function factsAbout(
  { challenge, manifest, elapsed_ms }: Capture,
  change: (facts: FaceFacts) => void = () => {},
): FaceFacts {
  const kinds = new Map(challenge.steps.map(({ id, kind }) => [id, kind]));
  const shots = manifest.frames.map(({ step }, i) => shotOf(kinds.get(step)!, i));
  return factsOf(shots, (facts) => {
    facts.challenge = challenge;
    facts.elapsed_ms = elapsed_ms;
    facts.frames = facts.frames.map((frame, i) => ({ ...frame, ...manifest.frames[i]! }));
    change(facts);
  });
}

/** A runner with the real judge, for a person who answers the challenge; `change` alters the facts. */
export const answering = (change?: (facts: FaceFacts) => void, seed = 1): FaceRunner => ({
  analyse: async (capture) => {
    const facts = factsAbout(capture, change);
    const probe = { embedding: unit(seed), frames: 5, quality: 0.8 };
    return { ...judge(facts), basis: { facts, probe, pack: TEST_PACK, duplicates: [] } };
  },
});

/** A person who has agreed to be looked at and whose attempt is open. */
export async function openAttempt(service: TestService, org: TestOrganization) {
  const desktop = await person(service, org);
  const { session } = (await desktop.open()).data;
  await desktop.consent();
  return { desktop, session_id: session.session_id as string, attempt: await desktop.attempt() };
}

/** The id of a session in which a person has just captured what the challenge asks, and was judged. */
export async function judgedSession(
  service: TestService,
  org: TestOrganization,
  clock: MovableClock,
): Promise<string> {
  const { desktop, session_id, attempt } = await openAttempt(service, org);
  clock.pass(17);
  await desktop.submit(attempt, atEase(attempt));
  return session_id;
}

const seen = new Map<string, ReturnType<typeof lookOf>>();
/** What is seen in a step, worked out once. */
function seenIn(kind: string, i: number) {
  const name = `${kind} ${i}`;
  const known = seen.get(name) ?? lookOf(shotOf(kind, i), i);
  seen.set(name, known);
  return known;
}

/** The looks of a person who answers the challenge and has the face of that seed. */
function looksAt({ challenge, manifest }: Capture, seed: number): Look[] {
  const kinds = new Map(challenge.steps.map(({ id, kind }) => [id, kind]));
  const embedding = unit(seed);
  return manifest.frames.map(({ step }, i) => {
    const look = seenIn(kinds.get(step)!, i);
    return { ...look, face: look.face && { ...look.face, embedding } };
  });
}

const accurate = packOf(locatePack('accurate', ''));

/**
 * The runner of a service without the models: reads the customer's templates from the database, and uses the
 * real judge. `match` replaces the comparison.
 */
export async function analysed(
  deps: Deps,
  capture: Capture,
  seed: number,
  match: typeof gatherMatch = gatherMatch,
): Promise<Findings> {
  const vision = visionOf(accurate, () => look(faceLook()));
  const world: FaceWorld = {
    vision,
    workflow: async () => (await workflowOf(deps, capture)).definition,
    match: ({ definition, probe }) => match(deps, capture, settingsOf(definition), vision, probe),
    replays: async () => [],
    duplicates: async () => ({ skipped: 'not_asked' }),
    prepare: () => {},
    failed: (error) => {
      throw error;
    },
  };
  const basis = await gather(world, capture, looksAt(capture, seed));
  return { ...judge(basis.facts), basis };
}

/** Ten frames at the pace of a person, for which the attempt must have been open long enough (15 s). */
export const atEase =
  (attempt: TestAnswer): Changes =>
  async (capture) => {
    capture.frames.push(...(await noises(10 - capture.frames.length)));
    capture.types = capture.frames.map(() => 'image/jpeg');
    capture.manifest = manifestOf(attempt.data, capture.frames);
    for (const [i, frame] of capture.manifest.frames.entries()) frame.t_ms = 700 + i * 1_430 + (i % 3) * 37;
  };

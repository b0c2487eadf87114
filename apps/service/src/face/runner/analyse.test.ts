import { expect, it } from 'vitest';
import { lookOf, STEPS, shotOf } from '../../../testing/face/facts.ts';
import { near, unit } from '../../../testing/face/looks.ts';
import { TEST_PACK } from '../../../testing/face/runner.ts';
import { mutant } from '../../../testing/mutant.ts';
import { type Look, type Pack, type Vision, VisionBusy } from '../vision/vision.ts';
import { type FaceWorld, faceRunner } from './analyse.ts';
import type { Capture } from './runner.ts';

const ANNA = unit(1);
const BERT = unit(2);

const capture: Capture = {
  org: 'org_1',
  env: 'production',
  session_id: 'fcs_1',
  attempt_id: 'fca_1',
  customer_hash: 'someone',
  outcome: null,
  workflow_id: 'wf_1',
  workflow_version: 1,
  elapsed_ms: 20_000,
  challenge: {
    type: 'active',
    steps: STEPS.map((kind, i) => ({ id: `s${i}`, kind, window_ms: 6_000, hold_ms: 500, min: 0 })),
    parameters: { kinds: [...new Set(STEPS)] },
    timeouts: { attempt_ms: 90_000, step_ms: 6_000 },
  },
  manifest: {
    attempt_id: 'fca_1',
    frames: STEPS.map((_, i) => ({
      sha256: `${i}`.repeat(64),
      t_ms: 900 + 1_400 * i + 13 * (i % 3),
      step: `s${i}`,
    })),
    chain: '',
  },
  frames: STEPS.map((_, i) => ({ bytes: Buffer.of(i), width: 640, height: 480 })),
  clip: null,
};

const CALIBRATED: Pack = {
  ...TEST_PACK,
  match: [
    {
      template: 1,
      probe: 1,
      genuine_pairs: 1_676,
      impostor_pairs: 3_570_210,
      points: [
        { fmr: 1e-3, threshold: 0.33, fnmr: 0.008 },
        { fmr: 1e-4, threshold: 0.41, fnmr: 0.02 },
      ],
      data: 'a test',
    },
  ],
  liveness: { threshold: 0.5, apcer: '', bpcer: '', report: 'a test' },
};

interface Asked {
  image: number;
  live: boolean;
}

/** Models that see a person who answers; `who` gives the embedding of each frame's face. */
function visionOf(who: (index: number) => Float32Array | null, pack = CALIBRATED) {
  const asked: Asked[] = [];
  const vision: Vision = {
    pack,
    async look(images, wants) {
      return images.map((bytes): Look => {
        const index = bytes[0]!;
        asked.push({ image: index, live: wants?.live ?? true });
        const { face, ...look } = lookOf(shotOf(STEPS[index]!, index), index);
        const embedding = who(index);
        return { ...look, face: face && { ...face, live: wants?.live ? 0.95 : null, embedding } };
      });
    },
    lookAtClip: async () => ({ pictures: null, facing: [], embeddings: [] }),
    hasRoom: (images) => images <= 20,
    close: async () => {},
  };
  return { vision, asked };
}

const world = (vision: Vision, more: Partial<FaceWorld> = {}): FaceWorld => ({
  vision,
  workflow: async () => ({ name: 'Test' }),
  match: async () => ({ skipped: 'not_asked' }),
  replays: async () => [],
  duplicates: async () => ({ skipped: 'not_asked' }),
  prepare: () => {},
  failed: () => {},
  ...more,
});
const anna = (i: number) => near(ANNA, 10 + i, 0.9);

async function found(of: FaceWorld, about = capture) {
  const findings = await faceRunner(of).analyse(about);
  if (findings.outcome !== 'analysed') throw new Error('not analysed');
  return findings;
}

it('passes a person who answers, and runs the passive model only on faces that look ahead', async () => {
  const { vision, asked } = visionOf(anna);
  const { quality, checks } = await found(world(vision));
  expect(quality).toEqual([]);
  expect(Object.fromEntries(Object.entries(checks).map(([name, { outcome }]) => [name, outcome]))).toEqual({
    quality: 'pass',
    challenge: 'pass',
    liveness: 'pass',
    light: 'skipped',
    injection: 'pass',
    match: 'skipped',
    dedupe: 'skipped',
  });
  expect(asked).toHaveLength(10);
  for (const { image, live } of asked) expect(live, STEPS[image]).toBe(!/turn|tilt/.test(STEPS[image]!));
});

it('keeps the order of the frames, and keeps no embedding', async () => {
  const { basis } = await found(world(visionOf(anna).vision));
  expect(basis!.facts.frames.map(({ sha256 }) => sha256[0])).toEqual([...'0123456789']);
  basis!.facts.frames.forEach(({ look }, i) => {
    expect(look.thumbnail).toBe(lookOf(shotOf(STEPS[i]!, i), i).thumbnail);
  });
  expect(JSON.stringify(basis!.facts)).not.toContain('embedding');
  expect(basis!.probe?.embedding).toHaveLength(512);
});

it.each([0, 3, 4, 9])('finds another person in frame %i alone', async (other) => {
  const { checks } = await found(world(visionOf((i) => (i === other ? BERT : anna(i))).vision));
  expect(checks.liveness!.outcome).toBe('fail');
  expect(checks.injection).toMatchObject({
    outcome: 'suspected',
    reasons: ['track_unknown', 'faces_swapped'],
  });
});

it('finds two people who take turns, where an average would find one', async () => {
  const turns = world(visionOf((i) => (i % 4 < 2 ? anna(i) : near(BERT, 30 + i, 0.9))).vision);
  expect((await found(turns)).checks.liveness!.outcome).toBe('fail');
  type Runner = { faceRunner: typeof faceRunner };
  const averaging = await mutant<Runner>('face/runner/analyse.ts', [
    'Math.min(...others',
    'Math.max(...others',
  ]);
  const blind = await averaging.faceRunner(turns).analyse(capture);
  expect(blind).toMatchObject({ checks: { liveness: { outcome: 'pass' } } });
});

it('compares a turned head with the face of all frontal frames, not with the frame it resembles least', async () => {
  const turned = STEPS.indexOf('turn_left');
  // Frontal frames of one sitting that differ among themselves, and a head that has turned away from them.
  const varied = visionOf((i) => near(ANNA, 10 + i, i === turned ? 0.42 : 0.75)).vision;
  expect((await found(world(varied))).checks.liveness!.outcome).toBe('pass');
  type Runner = { faceRunner: typeof faceRunner };
  const worst = await mutant<Runner>('face/runner/analyse.ts', [
    'frontal.includes(look) ? leastLike(look, frontal) : likeness(look, face)',
    'leastLike(look, frontal)',
  ]);
  expect(await worst.faceRunner(world(varied)).analyse(capture)).toMatchObject({
    checks: { liveness: { reasons: expect.arrayContaining([`another_person_in_frame_${turned}`]) } },
  });
});

it('keeps the identity of a person whose frontal images have no weight', async () => {
  const low: Vision = {
    ...visionOf(anna).vision,
    look: async (images, wants) =>
      (await visionOf(anna).vision.look(images, wants)).map((look) => ({
        ...look,
        face: look.face && { ...look.face, pose: { ...look.face.pose, pitch: 28 } },
      })),
  };
  expect((await found(world(low))).checks.liveness!.outcome).toBe('pass');
});

it('finds liveness unavailable with a pack that is not calibrated', async () => {
  const { checks } = await found(world(visionOf(anna, TEST_PACK).vision));
  expect(checks.liveness!.outcome).toBe('unavailable');
});

it('puts all that it gathers into the facts, but keeps other people’s names out of them', async () => {
  const { basis } = await found(
    world(visionOf(anna).vision, {
      workflow: async () => ({
        name: 'Test',
        match: { source: 'template' },
        enroll: { on_pass: true },
        liveness: { mode: 'active' },
      }),
      match: async ({ probe, prints }) => {
        expect([probe?.embedding.length, prints.length]).toEqual([512, 10]);
        return { skipped: 'nothing_to_compare' };
      },
      replays: async () => [{ index: 1, distance: 2, same_customer: true, age_s: 5 }],
      duplicates: async () => ({
        gallery: 10,
        threshold: 0.5,
        target_fpir: 1e-3,
        hits: [{ customer_hash: 'bert', score: 0.7 }],
      }),
    }),
  );
  const { facts, duplicates } = basis!;
  expect(facts).toMatchObject({ enrols: true, mode: 'active', match: { skipped: 'nothing_to_compare' } });
  expect(facts.replays).toHaveLength(1);
  expect(facts.pack).toMatchObject({
    liveness_threshold: 0.5,
    same_person: { pair: 0.41, ahead: 0.41, turned: 0.33 },
  });
  expect(duplicates).toEqual([{ customer_hash: 'bert', score: 0.7 }]);
  expect(JSON.stringify(facts)).not.toContain('bert');
});

it('waits for its turn when another capture comes first', async () => {
  const { vision } = visionOf(anna);
  let busy = 2;
  const crowded: Vision = {
    ...vision,
    look: async (images, wants) => {
      if (busy-- > 0) throw new VisionBusy(0.01);
      return vision.look(images, wants);
    },
  };
  expect((await found(world(crowded))).checks.liveness!.outcome).toBe('pass');
  expect(faceRunner(world(vision)).waitFor!(20)).toBeNull();
  expect(faceRunner(world(vision)).waitFor!(21)).toBeGreaterThan(0);
});

it('names the environment when it looks at pictures and when it asks for room', async () => {
  const asked: unknown[] = [];
  const { vision } = visionOf(anna);
  const noting: Vision = {
    ...vision,
    look: (images, wants, env) => {
      asked.push(env);
      return vision.look(images, wants);
    },
    hasRoom: (_images, env) => env === 'production',
  };
  await found(world(noting), { ...capture, env: 'sandbox' });
  await found(world(noting));
  expect(asked).toEqual(['sandbox', 'sandbox', 'production', 'production']);
  const room = (['production', 'sandbox'] as const).map((env) => faceRunner(world(noting)).waitFor!(8, env));
  expect(room).toEqual([null, expect.any(Number)]);
  type Runner = { faceRunner: typeof faceRunner };
  const blind = await mutant<Runner>('face/runner/analyse.ts', [
    'vision.look(images, wants, env)',
    'vision.look(images, wants)',
  ]);
  asked.length = 0;
  await blind.faceRunner(world(noting)).analyse({ ...capture, env: 'sandbox' });
  expect(asked).toEqual([undefined, undefined]);
});

it('announces a capture of production to the models, and its end', () => {
  const told: string[] = [];
  const { vision } = visionOf(anna);
  const telling: Vision = {
    ...vision,
    expect: () => {
      told.push('expected');
      return () => void told.push('over');
    },
  };
  faceRunner(world(telling)).expect!()();
  faceRunner(world(vision)).expect!()();
  expect(told).toEqual(['expected', 'over']);
});

it('sends a capture to review, and logs it, when the models fail', async () => {
  const failures: unknown[] = [];
  const broken: Vision = {
    ...visionOf(anna).vision,
    look: async () => Promise.reject(new Error('out of memory')),
  };
  const runner = faceRunner(world(broken, { failed: (error) => failures.push(error) }));
  expect(await runner.analyse(capture)).toEqual({ outcome: 'unavailable' });
  expect(failures.length).toBe(1);
});

it('throws, and gives no verdict, when the database does not answer', async () => {
  const of = world(visionOf(anna).vision, { replays: async () => Promise.reject(new Error('no database')) });
  await expect(faceRunner(of).analyse(capture)).rejects.toThrow('no database');
});

import { pathOf } from '../../apps/service/src/face/challenge/path.ts';
import { distinguishedBits } from '../../apps/service/src/face/decision/checks/challenge.ts';
import { chanceOf } from './chance.ts';
import { packagedClips } from './clips/clips.ts';
import type { Bits, LabReport } from './report.ts';
import { type Result, type RunOptions, runSpecies } from './run.ts';
import { openFaceLab } from './service.ts';
import { SPECIES } from './species/all.ts';
import type { Species } from './species/species.ts';
import { honest, present, type Stage } from './stage.ts';
import { WAYS, type Way } from './ways.ts';

interface FaceLabOptions extends RunOptions {
  /** Only kinds of presentations whose name contains this. */
  only?: string;
  /** Number of model threads. */
  workers?: number;
}

const MEASURED: readonly Way[] = [WAYS.near_and_smile, WAYS.expressions];

/** Presents every kind to a whole service. */
export async function runFaceLab({ only, workers, ...options }: FaceLabOptions): Promise<LabReport> {
  const clips = await packagedClips();
  const lab = await openFaceLab({ workers });
  try {
    const stage: Stage = { lab, clips };
    const chosen = SPECIES.filter(({ name }) => only === undefined || name.includes(only));
    const results = await runAll(stage, chosen, options);
    const times = await timesOf(stage, MEASURED);
    const bits: Bits[] = [];
    for (const way of MEASURED) bits.push(await bitsOf(stage, way));
    return {
      results,
      times,
      bits,
      people: new Set(clips.map(({ person }) => person)).size,
      pack: lab.vision.pack,
      liveness_threshold: lab.vision.pack.liveness!.threshold,
    };
  } finally {
    await lab.close();
  }
}

/**
 * Share of the tries for kinds other than attacks; attacks get all tries. A kind without a bar needs no
 * tight bound, and there are two kinds of honest presentations.
 */
const SHARE = { honest: 0.5, attack: 1, open: 0.2 } as const;

async function runAll(stage: Stage, species: readonly Species[], options: RunOptions): Promise<Result[]> {
  const results: Result[] = [];
  stage.lab.vision.remember = true;
  for (const each of species) {
    const tries = Math.ceil(SHARE[each.side] * options.tries);
    results.push(await runSpecies(stage, each, { ...options, tries }));
  }
  return results;
}

const TIMED = 20;

/** Milliseconds from submit to the decision, without cached analyses. */
export async function timesOf(stage: Stage, ways: readonly Way[]): Promise<number[]> {
  stage.lab.vision.remember = false;
  const times: number[] = [];
  for (let n = 0; n < TIMED; n++) {
    const answer = await honest(stage, ways[n % ways.length]!, chanceOf('times', n));
    const { ms } = await present(stage, answer, answer.shots);
    // The first one also loads the models.
    if (n > 0) times.push(ms);
  }
  return times;
}

const ANSWERS = 30;

/** Counts the challenges of a path for which the verifier would accept an honest answer. */
export async function bitsOf(stage: Stage, way: Way): Promise<Bits> {
  const path = pathOf(way.challenges, way.alternative);
  stage.lab.vision.remember = true;
  const answers = [];
  for (let n = 0; n < ANSWERS; n++) {
    const { shots } = await honest(stage, way, chanceOf(`bits of ${way.name}`, n));
    const looks = await stage.lab.vision.look(
      shots.map(({ jpeg }) => jpeg),
      { embedding: true, live: true },
    );
    answers.push(
      looks.map((look, i) => ({ t_ms: shots[i]!.t_ms, step: `s${i}`, sha256: '', look, same_person: null })),
    );
  }
  return {
    path: way.name,
    drawn: path.bits,
    distinguished: distinguishedBits(path, answers),
    answers: answers.length,
  };
}

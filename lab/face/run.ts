import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { chanceOf } from './chance.ts';
import type { Outcome } from './outcome.ts';
import type { Species } from './species/species.ts';
import type { Stage } from './stage.ts';

/** All presentations of one kind. */
export interface Result {
  species: Species;
  outcomes: Outcome[];
}

export interface RunOptions {
  tries: number;
  say?: (line: string) => void;
  /**
   * A file to which outcomes are appended. A restarted run reads the outcomes that it already has from
   * there.
   */
  keep?: string;
}

export async function runSpecies(
  stage: Stage,
  species: Species,
  { tries, say, keep }: RunOptions,
): Promise<Result> {
  const kept = keptOutcomes(keep, species.name);
  const outcomes: Outcome[] = [];
  for (let n = 0; n < tries; n++) {
    const way = species.ways[n % species.ways.length]!;
    const known = kept.get(n);
    const outcome = known ?? (await species.present(stage, way, chanceOf(species.name, n), n));
    if (!known && keep) appendFileSync(keep, `${JSON.stringify({ species: species.name, n, outcome })}\n`);
    outcomes.push(outcome);
  }
  const approved = outcomes.filter(({ end }) => end === 'approved').length;
  say?.(`${species.name}: ${approved} of ${outcomes.length} approved`);
  return { species, outcomes };
}

function keptOutcomes(file: string | undefined, name: string): Map<number, Outcome> {
  if (!file || !existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const all = lines.map((line) => JSON.parse(line) as { species: string; n: number; outcome: Outcome });
  return new Map(all.filter(({ species }) => species === name).map(({ n, outcome }) => [n, outcome]));
}

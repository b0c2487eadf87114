import { browserScenarios } from './browser-scenarios.ts';
import { DETECTABLE, UNDETECTABLE } from './corpus.ts';
import { train } from './gym.ts';
import { report } from './report.ts';
import { bySide, type Result, score } from './score.ts';
import { openGymService } from './service.ts';
import { openStand } from './stand.ts';

interface GymOptions {
  /** Runs only a tenth of the runs. */
  quick?: boolean;
  /** Only scenarios whose name contains this. */
  only?: string;
  say?: (line: string) => void;
}

/** Runs the whole corpus against a whole service. */
export async function runGym({ quick, only, say }: GymOptions = {}): Promise<Result[]> {
  const service = await openGymService();
  const stand = await openStand();
  try {
    const all = [...DETECTABLE, ...UNDETECTABLE, ...browserScenarios(stand)];
    const chosen = all.filter(({ name }) => only === undefined || name.includes(only));
    return await train(service, chosen, { share: quick ? 0.1 : 1, say });
  } finally {
    await stand.close();
    await service.close();
  }
}

export const gymReport = report;

/** The least share of attacks to detect, and the largest share of honest runs to flag. */
export const BARS = { recall: 0.95, false_alarms: 0.01 } as const;

export function met(results: readonly Result[]): boolean {
  const attacks = score(bySide(results, 'attack'));
  const honest = score(bySide(results, 'honest'));
  return attacks.k >= BARS.recall * attacks.n && honest.k <= BARS.false_alarms * honest.n;
}

import { CameraTooSlow, present } from '../../e2e/production/person.ts';
import { SMILING, smilingCamera } from '../../e2e/production/smiling.ts';
import { openProduction } from '../../e2e/production/stage.ts';
import type { Bench, Row } from '../bench.ts';
import { median, spread } from '../rounds.ts';

/** Seconds from the capture's begin to the decision: half of the people, and 19 of 20. */
const BARS_S = { median: 20, p95: 30 };

/**
 * Whole captures of an honest person before a whole service. The recording does not react to a prompt, so a capture
 * takes at least as long as it needs to come to the smile: an upper bound of what a person takes.
 */
export async function benchCapture({
  rounds,
  say,
  rows,
}: Pick<Bench, 'rounds' | 'say' | 'rows'>): Promise<void> {
  console.log('honest captures: a person’s recording as the camera of a browser before a whole service');
  const [stage, camera] = await Promise.all([openProduction(SMILING.steps), smilingCamera()]);
  try {
    const seconds: number[] = [];
    let approved = 0;
    for (let capture = 0; capture < rounds; capture++) {
      // The same pictures within one organization are a replay.
      const backend = await stage.backend();
      const customer_id = `capture-${capture}`;
      const { start_ms } = SMILING;
      const result = await present(backend, { camera, customer_id, start_ms }).catch(tooSlow);
      if (!result) continue;
      approved += Number(result.session.decision === 'approved');
      seconds.push(result.took_ms / 1_000);
      say(
        `capture ${capture + 1} of ${rounds}: ${result.session.decision} after ${seconds.at(-1)!.toFixed(1)} s`,
      );
    }
    rows(...rowsOf(seconds, `${approved} of ${rounds}`));
  } finally {
    await camera.remove();
    await stage.close();
  }
}

const tooSlow = (error: Error): null => {
  if (error instanceof CameraTooSlow) return null;
  throw error;
};

function rowsOf(seconds: readonly number[], approved: string): Row[] {
  const what = 'face app: an honest capture of ten steps, from its begin to the decision, s';
  const slowest = Math.max(...seconds);
  return [
    { what, figure: spread(seconds, 1), bar: `≤ ${BARS_S.median}`, met: median(seconds) <= BARS_S.median },
    {
      what: `${what}, slowest`,
      figure: slowest.toFixed(1),
      bar: `≤ ${BARS_S.p95}`,
      met: slowest <= BARS_S.p95,
    },
    { what: 'face app: honest captures approved', figure: approved },
  ];
}

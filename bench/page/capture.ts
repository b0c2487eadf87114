import { CameraTooSlow, present } from '../../e2e/production/person.ts';
import { SMILING, smilingCamera } from '../../e2e/production/smiling.ts';
import { openProduction } from '../../e2e/production/stage.ts';
import type { Bench, Row } from '../bench.ts';
import { median, spread } from '../rounds.ts';

/** Seconds from the capture's begin to the decision. */
const BARS_S = { median: 20, slowest: 30 };

/**
 * Whole captures before a whole service, with one recording of one person as the camera. The recording does not
 * react to a prompt: it comes to its smile 11 s after the capture's begin, whatever the page does. Only approved
 * captures count.
 */
export async function benchCapture({
  rounds,
  say,
  rows,
}: Pick<Bench, 'rounds' | 'say' | 'rows'>): Promise<void> {
  console.log('honest captures: a recording of a person as the camera of a browser before a whole service');
  const [stage, camera] = await Promise.all([
    openProduction(SMILING.steps, { database: 'own' }),
    smilingCamera(),
  ]);
  try {
    const seconds: number[] = [];
    for (let capture = 1; capture <= rounds; capture++) {
      // The same pictures within one organization are a replay.
      const backend = await stage.backend();
      const asked = { camera, customer_id: `capture-${capture}`, start_ms: SMILING.start_ms };
      const result = await present(backend, asked).catch(tooSlow);
      const decision = result?.session.decision ?? 'none: the camera was too slow';
      if (decision === 'approved') seconds.push(result!.took_ms / 1_000);
      say(
        `capture ${capture} of ${rounds}: ${decision}${result ? `, ${(result.took_ms / 1_000).toFixed(1)} s` : ''}`,
      );
    }
    rows(...rowsOf(seconds, rounds));
  } finally {
    await camera.remove();
    await stage.close();
  }
}

const tooSlow = (error: Error): null => {
  if (error instanceof CameraTooSlow) return null;
  throw error;
};

function rowsOf(seconds: readonly number[], rounds: number): Row[] {
  const approved = {
    what: 'face app: honest captures of ten steps that are approved',
    figure: `${seconds.length} of ${rounds}`,
    bar: `all ${rounds}`,
    met: seconds.length === rounds,
  };
  if (seconds.length === 0) return [approved];
  const slowest = Math.max(...seconds);
  const time = 'face app: from such a capture’s begin to the decision, s';
  return [
    approved,
    {
      what: time,
      figure: spread(seconds, 1),
      bar: `≤ ${BARS_S.median}`,
      met: median(seconds) <= BARS_S.median,
    },
    {
      what: `${time}, slowest`,
      figure: slowest.toFixed(1),
      bar: `≤ ${BARS_S.slowest}`,
      met: slowest <= BARS_S.slowest,
    },
  ];
}

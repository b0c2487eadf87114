import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openKernels } from '../apps/service/src/face/vision/graph/open.ts';
import { ours, reference } from '../apps/service/testing/face/networks.ts';
import { type Answer, distance, type Fed, type Reference } from '../apps/service/testing/face/numbers.ts';
import { launch, ready } from '../proof/processes.ts';
import type { Row } from './bench.ts';

/** The largest difference, relative to the size of an ordinary value of the answer. */
const BAR = 1e-4;

const farthest = (made: readonly Answer[][], expected: readonly Answer[][]): number =>
  Math.max(
    ...expected.flatMap((answers, seed) =>
      answers.map((answer, output) => distance(made[seed]![output]!, answer)),
    ),
  );

/**
 * Compares number by number. TensorFlow.js and ONNX Runtime run the networks of the packs now. Our runner's
 * answers are compared with theirs and with the references that the tests use.
 */
export async function benchNumbers(rows: (...more: Row[]) => void): Promise<void> {
  console.log('the networks of the packs in TensorFlow.js and ONNX Runtime');
  const file = fileURLToPath(new URL('peers/reference.ts', import.meta.url));
  const child = launch([process.execPath, file], { PATH: process.env.PATH! });
  await ready(child);
  const said = once(child, 'message');
  child.send('go');
  const [theirs] = (await said) as [Reference];
  child.disconnect();
  const kernels = await openKernels();
  const kept = reference();
  for (const name of Object.keys(theirs) as Fed[]) {
    const far = farthest(await ours(kernels, name), theirs[name]);
    const stale = farthest(kept[name], theirs[name]);
    const bar = `≤ ${BAR}`;
    rows(
      { what: `${name}: ours from theirs`, figure: far.toExponential(1), bar, met: far <= BAR },
      { what: `${name}: kept from theirs`, figure: stale.toExponential(1), bar, met: stale <= BAR },
    );
  }
}

import { openVision } from '../../apps/service/src/face/vision/open.ts';
import { still } from '../../apps/service/testing/face/stills.ts';
import { frames } from './frames.ts';

/** Resident megabytes of a long run. */
export interface LeakRun {
  idle_mb: number;
  early_mb: number;
  late_mb: number;
  tensors: { early: number; late: number };
}

const images = Number(process.argv[2]);
const BATCH = 20;
const mb = () => process.memoryUsage.rss() / 1e6;

/** Pictures with one face, with faces of several sizes, without a face, and one unreadable file. */
const mixed = [...(await frames()).slice(4), still('ironman'), still('cage'), Buffer.from('no picture')];
const vision = openVision({ pack: 'accurate', data_dir: '.', workers: 1 });
const idle_mb = mb();

async function look(count: number): Promise<void> {
  for (let done = 0; done < count; done += BATCH)
    await vision.look(Array.from({ length: BATCH }, (_, i) => mixed[(done + i) % mixed.length]!));
}

process.once('message', async () => {
  await look(images / 10);
  const early = { mb: mb(), tensors: vision.tensors };
  await look(images - images / 10);
  const late = { mb: mb(), tensors: vision.tensors };
  process.send!({
    idle_mb,
    early_mb: early.mb,
    late_mb: late.mb,
    tensors: { early: early.tensors, late: late.tensors },
  } satisfies LeakRun);
});
process.once('disconnect', () => process.exit(0));
process.send!('ready');

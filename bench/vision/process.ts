import { openVision } from '../../apps/service/src/face/vision/open.ts';
import { serve } from './frames.ts';

/**
 * Ours, as the service runs it: one worker thread; decode, detect, landmarks, measures, match and passive
 * liveness.
 */
const vision = openVision({ pack: 'accurate', data_dir: '.', workers: 1 });
await serve(async (jpeg) => (await vision.look([jpeg]))[0]!.faces);

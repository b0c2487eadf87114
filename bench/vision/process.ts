import { openVision } from '../../apps/service/src/face/vision/open.ts';
import { serve } from './frames.ts';

/**
 * Our runner as the service uses it: one worker thread that decodes, detects, finds landmarks, measures,
 * matches and checks passive liveness.
 */
const vision = openVision({ pack: 'accurate', data_dir: '.', workers: 1 });
await serve(async (jpeg) => (await vision.look([jpeg]))[0]!.faces);

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { freshDatabase } from '../../service/testing/database.ts';
import { TEST_ROOT_KEY } from '../../service/testing/service.ts';
import { type FaceStage, openStageOn } from './stage-on.ts';

export type { FaceStage } from './stage-on.ts';

/** A stage for one test file, on a database of its own. */
export const openFaceStage = async (): Promise<FaceStage> => {
  const database = await freshDatabase();
  const scratch = await mkdtemp(join(tmpdir(), 'standpoint-face-'));
  return openStageOn({
    env: {
      STANDPOINT_ROOT_KEY: TEST_ROOT_KEY,
      DATABASE_URL: database.url,
      STANDPOINT_DATA_DIR: scratch,
    },
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    open: async () => database,
    leave: async () => {
      await database.drop();
      await rm(scratch, { recursive: true, force: true });
    },
  });
};

import { ROUTES } from '../../apps/service/src/app.ts';
import { readConfig } from '../../apps/service/src/config.ts';
import { openDatabase } from '../../apps/service/src/database/open.ts';
import type { Deps } from '../../apps/service/src/deps.ts';
import { installEngine } from '../../apps/service/src/face/open-engine.ts';
import { openVision } from '../../apps/service/src/face/vision/open.ts';
import { buildServer, listen } from '../../apps/service/src/http/server.ts';
import { openDeps } from '../../apps/service/src/main.ts';
import { removeDataDir, temporaryDataDir } from '../../apps/service/testing/cluster-folder.ts';
import { MovableClock } from '../../apps/service/testing/face.ts';
import { freePorts } from '../../apps/service/testing/ports.ts';
import { RefusalLog } from './calls.ts';
import { type RememberingVision, remembering } from './remembering.ts';
import { newTenant, type Tenant, UNLIMITED, type World } from './tenant.ts';

/** A whole service on a database of its own; presentations reach it through its HTTP interface, as anybody's would. */
export interface FaceLab {
  deps: Deps;
  vision: RememberingVision;
  /** A new one, with nothing recorded about anybody. */
  organization(): Promise<Tenant>;
  close(): Promise<void>;
}

export interface FaceLabSetup {
  pack?: string;
  workers?: number;
}

/** For a pack without a report of its own: what the lab tries. */
export const CANDIDATE_THRESHOLD = 0.3;

function openModels(data_dir: string, { pack = 'accurate', workers = 1 }: FaceLabSetup): RememberingVision {
  const vision = openVision({ pack, data_dir, workers });
  const liveness = vision.pack.liveness ?? {
    threshold: CANDIDATE_THRESHOLD,
    apcer: 'being measured',
    bpcer: 'being measured',
    report: 'being measured',
  };
  return remembering({
    pack: { ...vision.pack, liveness },
    look: (images, wants) => vision.look(images, wants),
    hasRoom: (images) => vision.hasRoom(images),
    close: () => vision.close(),
  });
}

export async function openFaceLab(setup: FaceLabSetup = {}): Promise<FaceLab> {
  const data_dir = temporaryDataDir();
  const [port, sandbox_port] = await freePorts(2);
  const config = readConfig({
    STANDPOINT_DATA_DIR: data_dir,
    STANDPOINT_PORT: String(port),
    STANDPOINT_SANDBOX_PORT: String(sandbox_port),
  });
  const refusals = new RefusalLog();
  const clock = new MovableClock();
  const database = await openDatabase(config, refusals.log);
  const { deps, close } = await openDeps(config, database, refusals.log, clock.replacement);
  deps.address_limits = UNLIMITED;
  const vision = openModels(data_dir, setup);
  installEngine(deps, vision);
  const listening = await listen(await buildServer(deps, ROUTES), deps);
  const world: World = { deps, origin: config.base_url, clock, refusals };
  return {
    deps,
    vision,
    organization: () => newTenant(world),
    async close() {
      await listening.close();
      await vision.close();
      await close();
      await database.leave();
      await removeDataDir(data_dir);
    },
  };
}

import type { Deps } from '../../apps/service/src/deps.ts';
import { installRunner } from '../../apps/service/src/face/runner/open.ts';
import { openVision } from '../../apps/service/src/face/vision/open.ts';
import { MovableClock } from '../../apps/service/testing/face/face.ts';
import { openTestService, type Part } from '../../apps/service/testing/service.ts';
import { RefusalLog } from './calls.ts';
import { type RememberingVision, remembering } from './remembering.ts';
import { newTenant, type Tenant, type World } from './tenant.ts';

/**
 * A whole service with its own database. Presentations reach it through its HTTP interface, as any client
 * does.
 */
export interface FaceLab {
  deps: Deps;
  vision: RememberingVision;
  /** Opens a new organization without any history. */
  organization(): Promise<Tenant>;
  close(): Promise<void>;
}

interface FaceLabSetup {
  pack?: string;
  workers?: number;
  /** `clone` in a test run, which has a migrated database already. */
  database?: 'own' | 'clone';
}

/** The thresholds that the lab uses for a pack without a report of its own. */
const CANDIDATE_THRESHOLD = 0.3;

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
    lookAtClip: (pictures) => vision.lookAtClip(pictures),
    hasRoom: (images) => vision.hasRoom(images),
    close: () => vision.close(),
  });
}

export async function openFaceLab(setup: FaceLabSetup = {}): Promise<FaceLab> {
  const refusals = new RefusalLog();
  const clock = new MovableClock();
  let vision!: RememberingVision;
  const models: Part = (deps) => {
    vision = openModels(deps.config.data_dir, setup);
    installRunner(deps, vision);
    return () => vision.close();
  };
  const { deps, config, close } = await openTestService({
    database: setup.database ?? 'own',
    listen: 'ports',
    unlimited: true,
    replace: clock.replacement,
    log: refusals.log,
    parts: [models],
  });
  const world: World = {
    deps,
    origin: config.base_url,
    clock,
    refusals,
    last_draw: Promise.resolve(),
  };
  return { deps, vision, organization: () => newTenant(world), close };
}

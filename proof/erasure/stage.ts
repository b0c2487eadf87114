import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '@standpoint/contract';
import pino from 'pino';
import { draft, publish } from '../../apps/service/src/accounts/versions.ts';
import { readConfig } from '../../apps/service/src/config.ts';
import type { FaceRunner } from '../../apps/service/src/face/runner/runner.ts';
import { openLog } from '../../apps/service/src/log.ts';
import { type Service, startService } from '../../apps/service/src/main.ts';
import { type CallOptions, inject, type TestAnswer } from '../../apps/service/testing/call.ts';
import { TEST_PACK } from '../../apps/service/testing/face/runner.ts';
import { freePorts } from '../../apps/service/testing/ports.ts';

/** A whole service in this process on its own folder, whose models are replaced by what they would find. */
export interface Stage {
  service: Service;
  variables: Record<string, string>;
  url: string;
  call(options: CallOptions): Promise<TestAnswer>;
  /** The face that the models find in the frames of an attempt. */
  faces: Map<string, Float32Array>;
  /** The perceptual hashes that the models have found. */
  prints: Buffer[];
  stop(): Promise<void>;
}

/** Approves every capture, with the face that was announced for it. */
const finding = ({ faces, prints }: Pick<Stage, 'faces' | 'prints'>): FaceRunner => ({
  async analyse({ attempt_id, challenge, manifest }) {
    const embedding = faces.get(attempt_id)!;
    const frames = manifest.frames.map((frame) => {
      const print = randomBytes(32);
      prints.push(print);
      return { ...frame, look: { print: print.toString('hex') } };
    });
    const match = { source: 'template', score: 1 };
    const check = { outcome: 'pass', score: null, threshold: null, reasons: [] };
    const facts = { engine_version: 'proof', challenge, frames, match };
    const probe = { embedding, frames: frames.length, quality: 0.8 };
    const basis = { facts: facts as never, probe, pack: TEST_PACK, duplicates: [] };
    return { outcome: 'analysed', quality: [], checks: { liveness: check }, basis };
  },
});

export async function openStage(data_dir: string): Promise<Stage> {
  const [port, sandbox] = (await freePorts(2)) as [number, number];
  const limits_file = join(data_dir, 'limits.json');
  const none = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, 0]));
  writeFileSync(limits_file, JSON.stringify(none));
  const variables = {
    STANDPOINT_DATA_DIR: data_dir,
    STANDPOINT_LIMITS_FILE: limits_file,
    STANDPOINT_PORT: String(port),
    STANDPOINT_SANDBOX_PORT: String(sandbox),
  };
  const config = readConfig(variables);
  const log_file = pino.destination({ dest: join(data_dir, 'service.log'), sync: true });
  const service = await startService(config, openLog('debug', log_file));
  const found = { faces: new Map<string, Float32Array>(), prints: [] as Buffer[] };
  service.deps.face.runner = finding(found);
  return {
    service,
    variables,
    ...found,
    url: `http://127.0.0.1:${port}`,
    call: (options) => inject(service.app, config, options),
    async stop() {
      await service.close();
      log_file.flushSync();
    },
  };
}

/** A service on this folder, for as long as the work takes. */
export async function during<T>(data_dir: string, work: (stage: Stage) => Promise<T>): Promise<T> {
  const stage = await openStage(data_dir);
  try {
    return await work(stage);
  } finally {
    await stage.stop();
  }
}

/** A workflow that makes a template of each approved capture. */
export async function enrolling({ service }: Stage, org: string): Promise<string> {
  const { db } = service.deps.database;
  const definition = {
    name: 'Enrolling',
    match: { source: 'template' as const, target_fmr: 1e-4 },
    enroll: { on_pass: true },
    consent: { required: false },
    retention: { frames_days: 2, template_days: 10 },
  };
  const made = (await draft(db, 'workflow', org, definition))!;
  await publish(db, 'workflow', org, made.id);
  return made.id;
}

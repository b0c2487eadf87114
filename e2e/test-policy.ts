import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PolicyDefinition } from '@standpoint/contract';
import { draftVersion, publishVersion } from '../apps/service/src/accounts/publication.ts';
import type { Demo } from '../apps/service/src/first-run.ts';

/**
 * A browser that a program drives is found out, and a position that an automation protocol sets may be: that
 * is the point. Whoever tests their own pages so, as we do here, publishes this policy and names it in
 * preflight. It belongs to tests alone; the shop that a person clicks through keeps the default policy.
 */
const FILE = fileURLToPath(new URL('../policy.automated-tests.json', import.meta.url));
const STANDPOINT = fileURLToPath(new URL('../apps/service/bin/standpoint.js', import.meta.url));

export const TEST_POLICY = JSON.parse(readFileSync(FILE, 'utf8')) as PolicyDefinition;

/** Publishes it in a stage, and lets the stage's shop ask for it. */
export const publishInStage = async (
  db: Parameters<typeof draftVersion>[0],
  data_dir: string,
  { org }: Demo,
): Promise<string> => {
  const actor = 'system';
  const { id } = (await draftVersion(db, 'policy', { org, actor }, TEST_POLICY))!;
  await publishVersion(db, 'policy', { org, id, actor });
  await letShopUse(data_dir, id);
  return id;
};

/**
 * The same by the command line, as an integrator does it. `env` names the data directory of a running
 * service.
 */
export const publishByCommand = async (env: NodeJS.ProcessEnv, data_dir: string): Promise<string> => {
  const command = [STANDPOINT, 'policies', 'create', '--file', FILE, '--publish', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env, timeout: 20_000 });
  const { id } = JSON.parse(stdout) as { id: string };
  await letShopUse(data_dir, id);
  return id;
};

/** The shop reads this file when its first visitor comes. */
const letShopUse = async (data_dir: string, shop_policy_id: string): Promise<void> => {
  const file = join(data_dir, 'demo.json');
  const demo = JSON.parse(await readFile(file, 'utf8')) as Demo;
  await writeFile(file, JSON.stringify({ ...demo, shop_policy_id }), { mode: 0o600 });
};

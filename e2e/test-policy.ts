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
 * The default policy detects automated browsers, and may detect a position set by an automation protocol.
 * Automated tests of an integrator's pages, such as these, therefore publish this policy and name it in
 * preflight. It is for tests alone. The shop that a person clicks through keeps the default policy.
 */
const FILE = fileURLToPath(new URL('../policy.automated-tests.json', import.meta.url));
const STANDPOINT = fileURLToPath(new URL('../apps/service/bin/standpoint.js', import.meta.url));

export const TEST_POLICY = JSON.parse(readFileSync(FILE, 'utf8')) as PolicyDefinition;

/** Publishes the policy in a stage, and makes the stage's shop use it. */
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
 * Does the same by the command line, as an integrator does. `env` names the data directory of a running
 * service.
 */
export const publishByCommand = async (env: NodeJS.ProcessEnv, data_dir: string): Promise<string> => {
  const command = [STANDPOINT, 'policies', 'create', '--file', FILE, '--publish', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env, timeout: 20_000 });
  const { id } = JSON.parse(stdout) as { id: string };
  await letShopUse(data_dir, id);
  return id;
};

/** The shop reads this file when its first visitor arrives. */
const letShopUse = async (data_dir: string, shop_policy_id: string): Promise<void> => {
  const file = join(data_dir, 'demo.json');
  const demo = JSON.parse(await readFile(file, 'utf8')) as Demo;
  await writeFile(file, JSON.stringify({ ...demo, shop_policy_id }), { mode: 0o600 });
};

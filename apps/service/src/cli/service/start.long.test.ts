import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { removeDataDir, temporaryDataDir } from '../../../testing/cluster-folder.ts';
import { standpoint } from '../../../testing/command.ts';
import { freePorts } from '../../../testing/ports.ts';
import { startStandpoint } from '../../../testing/standpoint-process.ts';
import { runningPostmaster } from '../../database/embedded/cluster.ts';
import './start.test.ts';

const data_dir = temporaryDataDir();
afterAll(() => removeDataDir(data_dir));

const variables = ([port, sandbox]: number[]) => ({
  STANDPOINT_DATA_DIR: data_dir,
  STANDPOINT_PORT: String(port),
  STANDPOINT_SANDBOX_PORT: String(sandbox),
});

test('two starts at the same moment in an empty folder create one organization', async () => {
  const ports = await freePorts(4);
  const [one, two] = [variables(ports.slice(0, 2)), variables(ports.slice(2))];
  const both = await Promise.all([startStandpoint(one), startStandpoint(two)]);
  const { organizations } = (await standpoint(['orgs', 'list', '--json'], one)).json;
  expect(organizations).toHaveLength(1);
  // The start that made the organization prints its key, and the other one does not.
  expect(both.filter(({ output }) => /sp_test_\w+/.test(output.stdout))).toHaveLength(1);
  const { relocated_to } = JSON.parse(readFileSync(join(data_dir, 'cluster.json'), 'utf8'));
  expect(await Promise.all(both.map((each) => each.stop()))).toEqual([0, 0]);
  expect(runningPostmaster(join(relocated_to ?? data_dir, 'postgres'))).toBeNull();
});

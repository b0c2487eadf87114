import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectChangesFound, standpoint, verifiedAlone } from '../../../testing/command.ts';
import { testService } from '../../../testing/hooks.ts';

const scratch = mkdtempSync(join(tmpdir(), 'standpoint-evidence-'));
const file = join(scratch, 'evidence.json');
const service = testService();
const run = (args: string, env: Record<string, string> = service.variables) =>
  standpoint(args.split(' '), env);
let id: string;

beforeAll(async () => {
  expect((await run('orgs create --name Example')).code).toBe(0);
  id = (await run('verify simulate --customer someone --lat 40.7 --lng -74 --json')).json.verification_id;
});
afterAll(async () => {
  rmSync(scratch, { recursive: true, force: true });
});

it('exports a decision, and computes it again from the file alone', async () => {
  expect(await run(`verifications export ${id} --file ${file}`)).toMatchObject({ code: 0 });
  expect(await verifiedAlone(run, file)).toMatchObject({
    ok: true,
    verification_id: id,
    livemode: false,
    signature: { outcome: 'valid', key: 'from_bundle' },
    facts: { outcome: 'rederived' },
    decision: { outcome: 'identical', recorded: 'pass' },
  });
  const told = await run(`evidence verify ${file}`);
  expect(told.stdout).toMatch(
    /^OK {2}ver_[\s\S]*signature +valid, key: from_bundle[\s\S]*decision +identical/,
  );
  const all = await run('verifications export --customer someone');
  expect(all.stdout).toBe(readFileSync(file, 'utf8'));
});

it('detects a changed file and a truncated one', async () => {
  await expectChangesFound(run, file, (text) => text.replace('40.7', '40.8'));
});

it('exports no unknown or erased verification, and says why', async () => {
  const none = await run('verifications export ver_01JD0000000000000000000000');
  expect([none.code, none.stderr]).toEqual([1, expect.stringMatching(/There is no verification/)]);
  await run('verify simulate --customer gone --lat 40.7 --lng -74');
  const gone = (await run('verifications list --customer gone --json')).json.verifications[0].verification_id;
  await run('customers erase gone --yes');
  const erased = await run(`verifications export ${gone}`);
  expect([erased.code, erased.stderr]).toEqual([1, expect.stringMatching(/the person's data was erased/)]);
});

it('stores a preset and replays past verifications under it', async () => {
  const made = await run('policies create --preset gaming_us_state --allow US-NJ --types login --json');
  expect(made.json).toMatchObject({ status: 'draft', version: 1 });
  const replayed = await run(`policies replay --days 1 --draft ${made.json.id} --json`);
  expect(replayed.json).toMatchObject({ replayed: 1, flipped: 1, skipped: { erased: 1 } });
  expect(replayed.json.flips[0]).toMatchObject({ verification_id: id, from: 'pass', to: 'fail' });
  const printed = await run('policies create --preset observe --print');
  writeFileSync(join(scratch, 'observe.json'), printed.stdout);
  expect(
    (await run(`policies create --file ${join(scratch, 'observe.json')} --publish --json`)).json.status,
  ).toBe('published');
});

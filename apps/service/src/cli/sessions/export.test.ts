import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectChangesFound, standpoint, verifiedAlone } from '../../../testing/command.ts';
import { atEase } from '../../../testing/face/runner.ts';
import { testService } from '../../../testing/hooks.ts';

const scratch = mkdtempSync(join(tmpdir(), 'standpoint-sessions-'));
const run = (args: string, env: Record<string, string> = service.variables) =>
  standpoint(args.split(' '), env);
const file = join(scratch, 'evidence.json');
const service = testService({ listen: 'ports' });
let session_id: string;

/** Completes a sandbox session with a fixed outcome over HTTP, and returns its id. */
async function approved(base: string, api_key: string, workflow_id: string): Promise<string> {
  const call = async (path: string, token: string, body: unknown = {}) => {
    const form = body instanceof FormData;
    const response = await fetch(`${base}/facecheck/session${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(form ? {} : { 'content-type': 'application/json' }) },
      body: form ? body : JSON.stringify(body),
    });
    const { data } = (await response.json()) as { data: Record<string, string> };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(data)}`);
    return data;
  };
  const customer = { customer_id: 'test_face_approved-cli' };
  const token = (await call('/portal', api_key, { workflow_id, customer })).token!;
  const { consent } = (await call('', token)) as unknown as { consent: { version: string } };
  await call('/consent', token, { version: consent.version, accepted: true });
  const attempt = await call('/attempt', token);
  const capture = {
    manifest: { frames: [] as { t_ms: number }[] },
    frames: [] as Buffer[],
    types: [] as string[],
  };
  await atEase({ data: attempt } as never)(capture);
  // The attempt was opened just now, so the frames' times must be as short.
  for (const [i, frame] of capture.manifest.frames.entries()) frame.t_ms = 300 + i * 100;
  const form = new FormData();
  form.append('manifest', new Blob([JSON.stringify(capture.manifest)], { type: 'application/json' }));
  for (const [i, bytes] of capture.frames.entries())
    form.append(`frame_${i}`, new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }));
  const { session } = (await call(`/attempt/${attempt.attempt_id}/submit`, token, form)) as unknown as {
    session: { session_id: string; status: string };
  };
  expect(session.status).toBe('completed');
  return session.session_id;
}

beforeAll(async () => {
  await run('orgs create --name Example');
  const definition = join(scratch, 'workflow.json');
  writeFileSync(definition, JSON.stringify({ name: 'Test', consent: { version: '1', required: true } }));
  const { id } = (await run(`workflows create --publish --file ${definition} --json`)).json;
  const { key } = (await run('keys create --env sandbox --name test --json')).json;
  session_id = await approved(service.config.sandbox_base_url, key, id);
});
afterAll(async () => {
  await service?.close();
  rmSync(scratch, { recursive: true, force: true });
});

it('exports the evidence of a session, and checks it from the file alone', async () => {
  expect(await run(`sessions export ${session_id} --file ${file}`)).toMatchObject({ code: 0 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await run(`sessions export --id ${session_id}`)).stdout).toBe(readFileSync(file, 'utf8'));
  expect(await verifiedAlone(run, file)).toMatchObject({
    ok: true,
    session_id,
    livemode: false,
    signature: { outcome: 'valid', key: 'from_bundle' },
    capture: { outcome: 'same', frames: 10 },
    decision: { outcome: 'simulated', recorded: 'approved' },
  });
  const told = await run(`evidence verify ${file}`);
  expect(told.stdout).toMatch(
    /^OK {2}fcs_\S+, fca_\S+, sandbox[\s\S]*signature +valid[\s\S]*capture +same: 10 frames/,
  );
});

it('detects a changed file and a truncated one', async () => {
  await expectChangesFound(run, file, (text) => text.replace('approved', 'declined'));
});

it('exports no unknown or erased session, and says why', async () => {
  const none = await run('sessions export fcs_01JD0000000000000000000000');
  expect([none.code, none.stderr]).toEqual([1, expect.stringMatching(/There is no evidence/)]);
  const misused = await run('sessions export');
  expect([misused.code, misused.stderr]).toEqual([2, expect.stringMatching(/Name one session/)]);
  await run('customers erase test_face_approved-cli --yes');
  expect((await run(`sessions export ${session_id}`)).code).toBe(1);
});

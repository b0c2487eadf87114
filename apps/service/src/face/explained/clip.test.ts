import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { standpoint } from '../../../testing/command.ts';
import { answeringLit, litSession } from '../../../testing/face/clip.ts';
import { clockedService } from '../../../testing/face/clocked.ts';
import { mutant } from '../../../testing/mutant.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../../testing/people.ts';
import type { EXPORT_ROUTES } from '../../portable/routes.ts';
import type { FaceRunner } from '../runner/runner.ts';

const { clock, service, org } = clockedService({ plugins: () => PEOPLE_PLUGINS });
let analyst: Browser;
/** A capture that tests only read. */
let one: Awaited<ReturnType<typeof captured>>;

beforeAll(async () => {
  analyst = await signedIn(service, org.org, 'analyst');
  one = await captured();
});

const unable: FaceRunner = {
  analyse: async () => {
    throw new Error('the models are away');
  },
};

let people = 0;
/** A session with a clip, and the pictures that were sent. */
async function captured(runner = answeringLit()) {
  service.deps.face.runner = runner;
  const customer_id = `with-clip-${++people}`;
  const { session_id, attempt, sent } = await litSession(service, org, clock, customer_id);
  const { clip } = sent.manifest;
  const cuts = [...clip.pictures.map(({ offset }: { offset: number }) => offset), sent.clip!.length];
  const path = `/dashboard/api/${org.org}/production/sessions/${session_id}`;
  return {
    ...{ session_id, customer_id, path, clip, bytes: sent.clip! },
    pictures: cuts.slice(1).map((cut, i) => sent.clip!.subarray(cuts[i], cut).toString('base64')),
    frame: `${path}/frames/${attempt.data.attempt_id}/8`,
    colours: attempt.data.challenge.parameters.light.map(({ colour }: { colour: string }) => colour),
    reveal: () => analyst.call({ method: 'POST', path: `${path}/reveal`, body: {} }),
  };
}

const asBackend = (path: string, method: 'GET' | 'POST' | 'DELETE' = 'GET') =>
  service.call({ method, path, token: org.results.production, ...(method === 'POST' && { body: {} }) });
/** The record of the clip in the export of its person, on a page of its own; undefined when it is gone. */
async function exportedClip(customer_id: string, session_id: string) {
  const first = await asBackend(`/customers/${customer_id}/export?limit=100`);
  const records = first.data.records as { kind: string; data: Record<string, unknown> }[];
  for (let cursor = first.data.next_cursor; cursor !== null; ) {
    const { data } = await asBackend(
      `/customers/${customer_id}/export?limit=1&cursor=${encodeURIComponent(cursor)}`,
    );
    records.push(...data.records);
    cursor = data.next_cursor;
  }
  const clips = records.filter(({ kind, data }) => kind === 'frame' && data.step === 'clip');
  expect(clips.every(({ data }) => data.session_id === session_id)).toBe(true);
  return clips[0]?.data;
}

describe('a clip', () => {
  it('is explained with the moment of each picture and the colour of the screen at that moment', async () => {
    const { path, clip, colours } = one;
    const { data, text } = await analyst.call({ path: `${path}/explanation` });
    const [{ clip: told }] = data.attempts;
    expect(told?.index, text).toBe(8);
    expect(told.pictures.map(({ t_ms }: { t_ms: number }) => t_ms)).toEqual(
      clip.pictures.map(({ t_ms }: { t_ms: number }) => t_ms),
    );
    const seen = told.pictures.map(({ colour }: { colour: string | null }) => colour);
    expect([seen[0], seen.at(-1)]).toEqual([null, null]);
    expect([...new Set(seen.filter(Boolean))]).toEqual(colours);
  });

  it('is shown to a person picture by picture, and like a frame only after the reveal', async () => {
    const { frame, pictures, reveal } = one;
    expect((await analyst.call({ path: frame })).status).toBe(404);
    await reveal();
    const { data, text } = await analyst.call({ path: frame });
    expect(data, text.slice(0, 200)).toMatchObject({ media_type: 'image/jpeg', width: 32, height: 24 });
    expect(data.pictures.map(({ base64 }: { base64: string }) => base64)).toEqual(pictures);
    expect(data.base64).toBe(pictures[0]);
    // The frames before it stay what they were.
    expect((await analyst.call({ path: frame.replace(/8$/, '7') })).data).not.toHaveProperty('pictures');
  });

  it('leaves with its person’s data as single pictures, each with its time, colour and digest', async () => {
    const { customer_id, session_id, clip, pictures, colours } = one;
    const told = await exportedClip(customer_id, session_id);
    expect(told).not.toHaveProperty('image_base64');
    const found = told!.pictures as { t_ms: number; sha256: string; colour: string; image_base64: string }[];
    expect(found.map(({ image_base64 }) => image_base64)).toEqual(pictures);
    expect(found.map(({ t_ms, sha256 }) => ({ t_ms, sha256 }))).toEqual(
      clip.pictures.map(({ t_ms, sha256 }: { t_ms: number; sha256: string }) => ({ t_ms, sha256 })),
    );
    expect([...new Set(found.map(({ colour }) => colour).filter(Boolean))]).toEqual(colours);
  });

  it('leaves the command line as files that a person can open, beside the frames', async () => {
    const { customer_id, clip, pictures } = one;
    const folder = join(service.config.data_dir, customer_id);
    const out = `${folder}.ndjson`;
    const args = ['--out', out, '--pictures', folder, '--org', org.org, '--env', 'production', '--json'];
    const written = await standpoint(['customers', 'export', customer_id, ...args], service.variables);
    expect(written.code, written.stderr).toBe(0);
    expect(written.json.pictures).toBe(8 + pictures.length);
    const names = readdirSync(folder).toSorted();
    expect(names).toHaveLength(8 + pictures.length);
    const ofClip = names.filter((name) => name.includes('.8-clip-'));
    expect(ofClip.map((name) => readFileSync(join(folder, name)).toString('base64'))).toEqual(pictures);
    const times = clip.pictures.map(({ t_ms }: { t_ms: number }) => `${Math.round(t_ms)}ms.jpg`);
    expect(ofClip.map((name) => name.split('-').at(-1))).toEqual(times);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(names.every((name) => (statSync(join(folder, name)).mode & 0o777) === 0o600)).toBe(true);
  });

  it('leaves without times when its capture could not be judged', async () => {
    const { customer_id, session_id, pictures } = await captured(unable);
    const told = await exportedClip(customer_id, session_id);
    const found = told!.pictures as { t_ms: number | null; image_base64: string }[];
    expect(found.map(({ image_base64 }) => image_base64)).toEqual(pictures);
    expect(new Set(found.map(({ t_ms }) => t_ms))).toEqual(new Set([null]));
  });

  it('is gone from the dashboard and the export after a redaction and after an erasure', async () => {
    for (const end of ['redact', 'erase'] as const) {
      const { customer_id, session_id, frame, reveal } = await captured();
      await reveal();
      expect((await analyst.call({ path: frame })).status).toBe(200);
      const ended =
        end === 'redact'
          ? await asBackend(`/facecheck/session/${session_id}/redact`, 'POST')
          : await asBackend(`/customers/${customer_id}`, 'DELETE');
      expect(ended.status, ended.text).toBe(200);
      expect((await analyst.call({ path: frame })).status).toBe(404);
      if (end === 'redact') expect(await exportedClip(customer_id, session_id)).toBeUndefined();
      else expect((await asBackend(`/customers/${customer_id}/export`)).status).toBe(404);
    }
  });
});

/** The page of an export that holds the clip alone, read by a handler. */
async function clipPage(routes: typeof EXPORT_ROUTES): Promise<number> {
  const { customer_id, session_id } = one;
  const read = async (cursor: string) =>
    (await routes[0]!.handle(
      {
        caller: { kind: 'key', org: org.org, env: 'production', actor: 'key:test' },
        params: { customer_id },
        query: { cursor, limit: '1' },
        ...{ body: {}, request_id: 'req_test', ip: '127.0.0.1', headers: {} },
      } as never,
      service.deps,
    )) as { records: { data: { step?: string } }[]; next_cursor: string };
  const noted = async () =>
    (
      await service.database.pool.query(
        `SELECT count(*)::int AS n FROM audit WHERE action = 'face.frames_exported' AND target = $1`,
        [session_id],
      )
    ).rows[0].n as number;
  let cursor = 'frame~';
  for (let page = 0; page < 20; page += 1) {
    const before = await noted();
    const { records, next_cursor } = await read(cursor);
    if (records[0]?.data.step === 'clip') return (await noted()) - before;
    cursor = next_cursor;
  }
  throw new Error('no page has the clip');
}

describe('a page of an export with nothing but a clip', () => {
  it('has an entry at the session, as a page with frames has', async () => {
    const { EXPORT_ROUTES: routes } = await import('../../portable/routes.ts');
    expect(await clipPage(routes)).toBe(1);
  });

  it('mutation control: pictures inside of a record would leave without an entry', async () => {
    const { EXPORT_ROUTES: open } = await mutant<{ EXPORT_ROUTES: typeof EXPORT_ROUTES }>(
      'portable/routes.ts',
      [`(typeof data.image_base64 === 'string' || data.pictures)`, `typeof data.image_base64 === 'string'`],
    );
    expect(await clipPage(open)).toBe(0);
  });
});

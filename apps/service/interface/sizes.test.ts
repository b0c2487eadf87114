import { request } from 'node:http';
import { connect } from 'node:net';
import {
  type BodyCap,
  CAPS,
  DASHBOARD_ENDPOINTS,
  ENDPOINTS,
  type LimitOverrides,
  preflight,
} from '@standpoint/contract';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings } from '../src/accounts/organizations.ts';
import { ROUTES } from '../src/app.ts';
import { capOf } from '../src/calls/limits.ts';
import type { buildServer } from '../src/http/server.ts';
import { withClip } from '../testing/face/clip.ts';
import { noise, person, type Speaker } from '../testing/face/face.ts';
import { testOrganization, testService } from '../testing/hooks.ts';
import { mutantInside } from '../testing/mutant.ts';
import { PEOPLE_PLUGINS, signedIn } from '../testing/people.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { type TestAnswer, UNLIMITED } from '../testing/service.ts';

/** Sizes and counts of interface §8: each organization sets its own, up to a hard maximum. */

const service = testService({ unlimited: true, plugins: () => PEOPLE_PLUGINS });
const org = testOrganization(service, beforeEach);
let address: string;
beforeAll(async () => {
  address = await service.listen();
});
afterEach(() => {
  service.deps.address_limits = UNLIMITED;
});

const own = async (limits: LimitOverrides) => {
  await changeSettings(service.database.db, org.org, { limits: { ...UNLIMITED, ...limits } });
  service.deps.organizations.clear();
  service.deps.api_keys.clear();
};

/** The largest body of all classes, made once: an object behind spaces. Its end is a smaller one. */
let spaces: Buffer;
beforeAll(() => {
  const most = Math.max(...CLASSES.map((name) => CAPS[name].most + slack(name)));
  spaces = Buffer.concat([Buffer.alloc(most + 1, ' '), Buffer.from('{}')]);
});
/** A JSON object of that many bytes. */
const sized = (bytes: number): Buffer => spaces.subarray(spaces.length - bytes);

interface Place {
  path: string;
  token?: string;
  method?: 'PUT';
  headers?: Record<string, string>;
}

/** A call of each class of bodies. */
const PLACES: Record<BodyCap, () => Promise<Place>> = {
  preflight_body_bytes: async () => ({ path: '/geolocation/preflight', token: org.api.sandbox }),
  portal_body_bytes: async () => ({ path: '/facecheck/session/portal', token: org.api.sandbox }),
  evidence_body_bytes: async () => ({ path: '/geolocation/evaluate', token: org.results.sandbox }),
  policy_body_bytes: async () => {
    const { cookie } = await signedIn(service, org.org, 'owner');
    const { origin } = new URL(service.config.base_url);
    return { path: `/dashboard/api/${org.org}/policies`, headers: { cookie, origin } };
  },
  body_bytes: async () => ({ path: '/facecheck/session', token: (await person(service, org)).token }),
  capture_body_bytes: async () => ({
    path: '/facecheck/session/attempt/fca_01JD0000000000000000000000/submit',
    token: (await person(service, org)).token,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  }),
  frame_bytes: async () => ({
    path: '/customers/ann/face-reference',
    token: org.results.sandbox,
    method: 'PUT' as const,
    headers: { 'content-type': 'image/jpeg' },
  }),
};
const CLASSES = Object.keys(PLACES) as BodyCap[];
/** What an upload may have beside its parts. */
const slack = (name: BodyCap) => (name === 'capture_body_bytes' ? 64 * 1024 : 0);

const tooLarge = async (place: Place, bytes: number): Promise<boolean> => {
  const answer = await service.call({ ...place, raw: sized(bytes) });
  if (answer.code === 'body_too_large') expectRefusal(answer, 413);
  return answer.code === 'body_too_large';
};

describe('a body', () => {
  it('of each endpoint belongs to a class that is tried here', () => {
    const named = [...ENDPOINTS, ...DASHBOARD_ENDPOINTS].flatMap(({ max_body }) => max_body ?? []);
    expect([...new Set(named)].toSorted()).toEqual(CLASSES.toSorted());
  });

  it.each(CLASSES)('has by %s at most the default, less, more, or at 0 the hard maximum', async (name) => {
    const place = await PLACES[name]();
    const bounds = async (most: number) => [
      await tooLarge(place, most + slack(name)),
      await tooLarge(place, most + slack(name) + 1),
    ];
    const { default: usual, most } = CAPS[name];
    expect(await bounds(usual)).toEqual([false, true]);
    await own({ [name]: 2_000 });
    expect(await bounds(2_000)).toEqual([false, true]);
    await own({ [name]: usual + 1_000 });
    expect(await bounds(usual + 1_000)).toEqual([false, true]);
    await own({ [name]: 0 });
    expect(await bounds(most)).toEqual([false, true]);
  });

  it('has the operator’s size where the organization sets none', async () => {
    const place = await PLACES.preflight_body_bytes();
    service.deps.address_limits = { ...UNLIMITED, preflight_body_bytes: 3_000 };
    expect([await tooLarge(place, 3_000), await tooLarge(place, 3_001)]).toEqual([false, true]);
    await own({ preflight_body_bytes: 5_000 });
    expect([await tooLarge(place, 5_000), await tooLarge(place, 5_001)]).toEqual([false, true]);
  });

  it('of a caller without a good credential is refused for that, and not for its size', async () => {
    const answer = await service.call({ path: '/geolocation/preflight', token: 'x', raw: sized(70_000) });
    expectRefusal(answer, 401, 'api_key_invalid');
  });

  it('never exceeds the hard maximum, whatever was stored', () => {
    expect(capOf('frame_bytes', { frame_bytes: 1e12 })).toBe(CAPS.frame_bytes.most);
  });
});

/** Sends a body without its length, a piece at a time, until the service answers. */
const chunked = (base: string, token: string, pieces: number) =>
  new Promise<{ status: number | undefined; sent: number }>((resolve, reject) => {
    let sent = 0;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const call = request(`${base}/geolocation/preflight`, { method: 'POST', headers });
    let answered = false;
    call.on('response', (response) => {
      answered = true;
      response.resume().on('end', () => resolve({ status: response.statusCode, sent }));
    });
    call.on('error', (error) => (answered ? undefined : reject(error)));
    const next = (): void => {
      if (answered) return;
      if (sent === pieces) return void call.end('}');
      sent += 1;
      call.write(Buffer.alloc(1_000, sent === 1 ? '{' : ' ').fill(' ', 1), () => setImmediate(next));
    };
    next();
  });

describe('a body without an announced length', () => {
  it('is cut off at the organization’s size, while it comes', async () => {
    expect((await chunked(address, org.api.sandbox, 15)).status).toBe(400);
    expect((await chunked(address, org.api.sandbox, 17)).status).toBe(413);
    await own({ preflight_body_bytes: 3_000 });
    expect((await chunked(address, org.api.sandbox, 2)).status).toBe(400);
    expect((await chunked(address, org.api.sandbox, 4)).status).toBe(413);
  });

  // The first one is the last on its connection, and says so.
  it.each([
    ['refused for its size', 'POST', 'application/json', [413]],
    ['of a kind that is not read', 'POST', 'text/plain', [415, 404]],
    ['of a call that takes none', 'GET', 'application/json', [200, 404]],
  ])('and %s neither ends the process nor holds up the connection', async (_, method, type, statuses) => {
    const { port, hostname } = new URL(address);
    const socket = connect(Number(port), hostname);
    const path = method === 'GET' ? '/geolocation/verifications' : '/geolocation/preflight';
    const token = method === 'GET' ? org.results.sandbox : org.api.sandbox;
    const piece = `${(20_000).toString(16)}\r\n${' '.repeat(20_000)}\r\n`;
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n${piece.repeat(20)}0\r\n\r\n` +
        'GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    );
    const answers = Buffer.concat(await socket.toArray()).toString();
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(statuses.map((status) => `HTTP/1.1 ${status}`));
  });

  it('mutation control: uncounted, it is read up to the hard maximum', async () => {
    const { buildServer: blind } = await mutantInside<{ buildServer: typeof buildServer }>(
      'http/server.ts',
      'http/endpoint-route.ts',
      ["comesInChunks(request) && endpoint.media !== 'multipart'", 'false'],
    );
    const routes = ROUTES.filter(({ endpoint }) => endpoint.name === preflight.name);
    const app = await blind(service.deps, routes);
    const base = await app.listen({ host: '127.0.0.1', port: 0 });
    await own({ preflight_body_bytes: 3_000 });
    expect((await chunked(base, org.api.sandbox, 4)).status).toBe(400);
    await app.close();
  });
});

describe('pictures', () => {
  let desktop: Speaker;
  let attempt: TestAnswer;
  beforeEach(async () => {
    desktop = await person(service, org, { env: 'sandbox', customer: { customer_id: 'test_face_approved' } });
    await desktop.open();
    await desktop.consent();
  });
  const opened = async () => {
    attempt = await desktop.attempt();
    return attempt.data.upload;
  };

  it('of a capture have the bytes and pixels that the organization sets', async () => {
    await own({ frame_bytes: 500 });
    await opened();
    expectRefusal(await desktop.submit(attempt), 413, 'body_too_large');
    await own({ frame_pixels: 64 * 48 - 1 });
    const refused = await desktop.submit(attempt);
    expectRefusal(refused, 422, 'image_unusable');
    expect(refused.data.error.fields[0].message).toBe('has more than 0.003071 megapixels');
    await own({ frame_pixels: 64 * 48 });
    expect((await desktop.submit(attempt)).status).toBe(200);
  });

  it('of a capture have a clip of the bytes that the organization sets', async () => {
    await own({ clip_bytes: 1_000 });
    attempt = await desktop.attempt({ light: 'ready' });
    // The light takes seconds, which this test does not wait for.
    await service.database.pool.query(
      `UPDATE face_attempt SET opened_at = opened_at - interval '10 seconds' WHERE attempt_id = $1`,
      [attempt.data.attempt_id],
    );
    expect(attempt.data.upload.clip).toEqual({ max_bytes: 1_000, longest_side: 160, least_per_s: 12 });
    const refused = await desktop.submit(attempt, withClip(attempt));
    expectRefusal(refused, 413, 'body_too_large');
    expect(refused.data.error.fields[0]).toEqual({ path: 'clip', message: 'must have at most 1000 bytes' });
    await own({ clip_bytes: 0 });
    expect((await desktop.submit(attempt, withClip(attempt))).status).toBe(200);
  });

  it('of a capture together have the bytes that the attempt names', async () => {
    await own({ capture_body_bytes: 20_000 });
    expect((await opened()).max_bytes).toBe(20_000);
    const larger = await desktop.submit(attempt, async (capture) => {
      for (let i = 0; i < 8; i++) capture.frames[i] = await noise(120, 80);
    });
    expectRefusal(larger, 413, 'body_too_large');
    await own({ capture_body_bytes: 0 });
    expect((await desktop.submit(attempt)).status).toBe(200);
  });

  it('may be larger than by default, up to the hard maximum', async () => {
    await own({ frame_bytes: 0, capture_body_bytes: 0 });
    await opened();
    const image = await noise();
    const submitted = await desktop.submit(attempt, ({ frames }) => {
      frames[7] = Buffer.concat([image, Buffer.alloc(1_600_000)]);
    });
    // Not its size, only its hash is wrong now.
    expectRefusal(submitted, 422, 'challenge_mismatch');
    const over = await desktop.submit(attempt, ({ frames }) => {
      frames[7] = Buffer.concat([image, Buffer.alloc(CAPS.frame_bytes.most)]);
    });
    expectRefusal(over, 413, 'body_too_large');
  });

  it('that are references have the pixels that the organization sets', async () => {
    await own({ frame_pixels: 100 });
    const raw = await noise();
    const place = await PLACES.frame_bytes();
    const answer = await service.call({ ...place, raw });
    expectRefusal(answer, 422, 'image_unusable');
    expect(answer.text).toContain('has more than 0.0001 megapixels');
  });
});

it('codes of one session are as many as the organization sets', async () => {
  const codes = async (limits: LimitOverrides, tries: number) => {
    await own(limits);
    const { shortCode } = await person(service, org);
    const answers: TestAnswer[] = [];
    for (let i = 0; i < tries; i++) answers.push(await shortCode());
    return answers;
  };
  const answers = await codes({ short_codes_per_session: 2 }, 3);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(answers[2]!.headers['ratelimit-policy']).toBe('"short_codes_per_session";q=2;w=1800');
  expect((await codes({ short_codes_per_session: 0 }, 4)).map(({ status }) => status)).toEqual(
    Array(4).fill(200),
  );
});

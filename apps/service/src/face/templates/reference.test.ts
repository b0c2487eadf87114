import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noise } from '../../../testing/face/face.ts';
import { faceLook, look, unit, visionOf } from '../../../testing/face/looks.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import { mutant } from '../../../testing/mutant.ts';
import { expectRefusal } from '../../../testing/refusals.ts';
import { frameHeader } from '../capture/frame-header.ts';
import { settingsOf } from '../portal/workflow.ts';
import { packOf } from '../vision/packs/manifest.ts';
import { locatePack } from '../vision/packs/packs.ts';
import { type Look, type Vision, VisionBusy } from '../vision/vision.ts';
import { templatesOf } from './records.ts';
import { gatherMatch } from './templates.ts';

const accurate = packOf(locatePack('accurate', ''));
const service = testService({ unlimited: true });
const org = testOrganization(service);
let image: Buffer;
let seen: Look;
let during: () => Promise<unknown> = async () => undefined;
const vision = {
  ...visionOf(accurate, () => seen),
  async look() {
    await during();
    return [seen];
  },
};
beforeAll(async () => {
  image = await noise(320, 240);
});
beforeEach(() => {
  seen = look(faceLook());
  during = async () => undefined;
  service.deps.face.vision = vision;
});

const put = (
  customer_id: string,
  raw: Buffer | string = image,
  type = 'image/jpeg',
  path = '',
  token = org.results.production,
) =>
  service.call({
    method: 'PUT',
    path: `/customers/${customer_id}/face-reference${path}`,
    token,
    raw,
    headers: { 'content-type': type },
  });
const who = (customer_id: string) => ({
  org: org.org,
  env: 'production' as const,
  customer_hash: service.hash(org.org, customer_id),
});
const stored = (customer_id: string) => templatesOf(service.database.db, who(customer_id));
const audited = async () =>
  (
    await service.database.pool.query(
      `SELECT count(*)::int AS n FROM audit WHERE action = 'face.reference_given'`,
    )
  ).rows[0].n;

describe('a reference image', () => {
  it('is compared with sessions, and only its template is kept', async () => {
    const before = await audited();
    const answer = await put('ann');
    expect(answer.status, answer.text).toBe(200);
    expect(answer.data).toEqual({
      reference_id: expect.stringMatching(/^ref_[0-9A-HJKMNP-TV-Z]{26}$/),
      quality: expect.closeTo(0.833, 3),
    });
    expect(await audited()).toBe(before + 1);
    expect(await stored('ann')).toMatchObject([
      { kind: 'reference', template_id: answer.data.reference_id, frames: 1, sessions: [] },
    ]);
    const settings = settingsOf({ name: 'x', match: { source: 'reference', target_fmr: 1e-4 } });
    const compare = (customer_id: string, seed: number) =>
      gatherMatch(service.deps, who(customer_id), settings, vision, {
        embedding: unit(seed),
        frames: 5,
        quality: 0.6,
      });
    expect(await compare('ann', 1)).toMatchObject({ source: 'reference', score: expect.closeTo(1, 4) });
    expect(await compare('ann', 2)).toMatchObject({ score: expect.closeTo(0, 0) });
    expect(await compare('nobody', 1)).toEqual({ skipped: 'no_reference' });
  });

  it('replaces the one before, and changes nothing when it is the same', async () => {
    const first = await put('ben');
    expect((await put('ben')).data).toEqual(first.data);
    const before = await audited();
    expect((await put('ben')).data).toEqual(first.data);
    expect(await audited()).toBe(before);
    seen = look(faceLook({ embedding: unit(2) }));
    const second = await put('ben');
    expect(second.data.reference_id).not.toBe(first.data.reference_id);
    expect(await stored('ben')).toHaveLength(1);
  });

  it('is stored once when several calls send it at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => put('cleo')));
    expect(new Set(answers.map(({ data }) => data.reference_id)).size).toBe(1);
    expect(await stored('cleo')).toHaveLength(1);
  });

  it('of the sandbox waits for pictures of production', async () => {
    const asked: unknown[] = [];
    const look: Vision['look'] = async (_images, _wants, env) => {
      asked.push(env);
      return [seen];
    };
    service.deps.face.vision = { ...vision, look };
    for (const env of ['production', 'sandbox'] as const)
      expect((await put(`dan-${env}`, image, 'image/jpeg', '', org.results[env])).status).toBe(200);
    expect(asked).toEqual(['production', 'sandbox']);
  });

  it('may be a WebP', async () => {
    const webp = await noise(320, 240, 'webp');
    expect((await put('dora', webp, 'image/webp')).status).toBe(200);
  });

  it('is erased with the person, and does not bring the person back when it arrives late', async () => {
    await put('emil');
    const erase = () =>
      service.call({ method: 'DELETE', path: '/customers/emil', token: org.results.production });
    during = erase;
    seen = look(faceLook({ embedding: unit(3) }));
    expectRefusal(await put('emil'), 404, 'not_found');
    expect(await stored('emil')).toEqual([]);
    const { rows } = await service.database.pool.query(`SELECT 1 FROM customer WHERE customer_hash = $1`, [
      who('emil').customer_hash,
    ]);
    expect(rows).toEqual([]);
    // A customer whom the backend names again is a new customer.
    during = async () => undefined;
    expect((await put('emil')).status).toBe(200);
    expect((await erase()).data.counts).toMatchObject({ templates: 1 });
  });

  it('mutation control: brings an erased person back without the second check', async () => {
    const off = await mutant<typeof import('./reference.ts')>('face/templates/reference.ts', [
      "if (knew !== null && known !== knew) refuse('not_found', 'the customer was erased meanwhile');",
      '',
    ]);
    await put('finn');
    during = () => service.call({ method: 'DELETE', path: '/customers/finn', token: org.results.production });
    await off.faceReferenceHandler(
      {
        caller: { org: org.org, env: 'production', actor: 'key:key_1', key_id: 'key_1' },
        params: { customer_id: 'finn' },
        body: image,
        header: () => 'image/jpeg',
        request_id: 'req_1',
        ip: '127.0.0.1',
      } as never,
      service.deps,
    );
    expect(await stored('finn')).toHaveLength(1);
  });
});

describe('an image that cannot be used', () => {
  const face = (change: Parameters<typeof faceLook>[0]) => look(faceLook(change));
  it.each([
    ['no face', look(null), 'shows no face'],
    ['two faces', look(faceLook(), 2), 'shows several faces'],
    ['a face that is cut off', face({ cut_off: true }), 'is cut off'],
    ['a small face', face({ size_px: 40 }), 'less than 60 pixels'],
    ['a face from the side', face({ pose: { yaw: 50, pitch: 0, roll: 0 } }), 'look into the camera'],
    ['a blurred face', face({ sharpness: 2 }), 'too blurred'],
    ['a covered face', face({ covered: 0.95 }), 'covered'],
  ])('%s', async (_, shown, words) => {
    seen = shown;
    const answer = await put('gus');
    expectRefusal(answer, 422, 'image_unusable');
    expect(answer.data.error.fields).toEqual([{ path: 'image', message: expect.stringContaining(words) }]);
    expect(await stored('gus')).toEqual([]);
  });

  it('is refused by its bytes before the models look at it', async () => {
    during = () => Promise.reject(new Error('the models looked at a refused picture'));
    const png = await sharp(image).png().toBuffer();
    const gif = Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1');
    const pages = await Promise.all([noise(40, 40), noise(40, 40)]);
    const animated = await sharp(pages, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect(animated.includes('ANIM')).toBe(true);
    const bad: [string, Buffer, string][] = [
      ['empty', Buffer.alloc(0), 'image/jpeg'],
      ['text', Buffer.from('no image'), 'image/jpeg'],
      ['a PNG', png, 'image/jpeg'],
      ['a GIF', gif, 'image/webp'],
      ['a JPEG that says WebP', image, 'image/webp'],
      ['cut off', image.subarray(0, image.length >> 1), 'image/jpeg'],
      ['a bomb', bomb(image, 16_001, 1_000), 'image/jpeg'],
      ['animated', animated, 'image/webp'],
    ];
    for (const [what, raw, type] of bad) {
      const answer = await put('hans', raw, type);
      expect([what, answer.status, answer.code]).toEqual([what, 422, 'image_unusable']);
      expectRefusal(answer);
    }
  });

  it('is judged from its header in less than 5 ms, whatever it claims', () => {
    const large = bomb(image, 60_000, 60_000);
    for (let i = 0; i < 50; i++) frameHeader(large);
    const start = process.cpuUsage();
    for (let i = 0; i < 100; i++) expect(frameHeader(large)).toMatchObject({ width: 60_000 });
    expect(process.cpuUsage(start).user / 1_000 / 100).toBeLessThan(5);
  });

  it('is refused for its length or its media type', async () => {
    expectRefusal(await put('ida', Buffer.concat([image, Buffer.alloc(1_500_000)])), 413, 'body_too_large');
    for (const type of [
      'image/png',
      'image/gif',
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
    ])
      expectRefusal(await put('ida', image, type), 415, 'unsupported_media_type');
    expectRefusal(
      await service.call({
        method: 'PUT',
        path: '/customers/ida/face-reference',
        token: org.results.production,
      }),
      415,
      'unsupported_media_type',
    );
    expect((await put('x'.repeat(129))).code).toBe('invalid_request');
  });

  it('gets 503 with Retry-After when the runner is busy or missing', async () => {
    during = () => Promise.reject(new VisionBusy(3));
    const busy = await put('jan');
    expect([busy.status, busy.code, busy.headers['retry-after']]).toEqual([503, 'unavailable', '3']);
    service.deps.face.vision = null;
    const missing = await put('jan');
    expect([missing.status, missing.code]).toEqual([503, 'unavailable']);
    expect(missing.headers['retry-after']).toBeDefined();
    expect(await stored('jan')).toEqual([]);
  });

  it('is taken by no other endpoint', async () => {
    for (const path of ['/geolocation/preflight', '/facecheck/session/portal'])
      expectRefusal(
        await service.call({
          path,
          token: org.api.production,
          raw: image,
          headers: { 'content-type': 'image/jpeg' },
        }),
        415,
        'unsupported_media_type',
      );
  });
});

/** The image with another size in its header. */
function bomb(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const at = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(height, at + 5);
  changed.writeUInt16BE(width, at + 7);
  return changed;
}

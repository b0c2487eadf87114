import { beforeEach, expect, test } from 'vitest';
import { testPages } from '../testing/hooks.ts';
import { openPage } from '../testing/page.ts';

const { browser, service } = testPages();
beforeEach(() => {
  service.requests.length = service.faults.length = 0;
});

const collect = async (token?: string) => {
  const page = await openPage(browser, service.origin);
  const result = await page.evaluate((jwt) => window.client.collect(jwt), token);
  await page.context().close();
  return result;
};

test('collect without a token sends nothing and returns plain evidence with its own nonce', async () => {
  const [first, second] = [await collect(), await collect()];
  expect(service.requests).toEqual([]);
  expect(first.has_public_ip).toBe(false);
  const evidence = [first, second].map(({ payload }) => {
    expect(payload.startsWith('plain.')).toBe(true);
    return JSON.parse(Buffer.from(payload.slice(6), 'base64url').toString());
  });
  expect(evidence[0]).toMatchObject({
    purpose: 'collect',
    platform: 'web',
    collected_at: first.collected_at,
    positions: [{ lat: 40.7128 }],
  });
  expect(evidence[0]).not.toHaveProperty('jti');
  expect(evidence[0].nonce).toMatch(/^[\w-]{22}$/);
  expect(evidence[0].nonce).not.toBe(evidence[1].nonce);
});

test('collect with a token stamps the address in one call and seals for evaluate; the token is reusable', async () => {
  const token = await service.mint({ jti: 'jti-c', install_id: 'ins_2' });
  const results = [await collect(token), await collect(token)];
  expect(service.requests.map(({ path, body }) => [path, body])).toEqual([
    ['/geolocation/collect', '{}'],
    ['/geolocation/collect', '{}'],
  ]);
  for (const { payload, has_public_ip } of results) {
    expect(has_public_ip).toBe(true);
    const { header, evidence } = await service.open(payload);
    expect(header).toMatchObject({ sp_jti: 'jti-c', sp_htm: 'POST', sp_path: '/geolocation/evaluate' });
    expect(evidence).toMatchObject({
      purpose: 'collect',
      jti: 'jti-c',
      install_id: 'ins_2',
      ip_stamp: 'stamp.for.address',
    });
    expect(evidence.nonce).toMatch(/^[\w-]{22}$/);
  }
});

test('collect does not spend the token that verify uses', async () => {
  const page = await openPage(browser, service.origin);
  const decisions = await page.evaluate(
    async (jwt) => {
      await window.client.collect(jwt);
      const { decision } = await window.client.verify(jwt);
      const after = await window.client.collect(jwt);
      return [decision, after.has_public_ip];
    },
    await service.mint(),
  );
  expect(decisions).toEqual(['pass', true]);
  await page.context().close();
});

test('rejects at once and stops the search for a position when the stamp call is refused', async () => {
  const page = await openPage(browser, service.origin);
  service.faults.push('limit');
  const outcome = await page.evaluate(
    async (jwt) => {
      const cleared: number[] = [];
      Geolocation.prototype.watchPosition = () => 7;
      Geolocation.prototype.clearWatch = (id) => void cleared.push(id);
      const code = await window.client.collect(jwt).catch((error) => error.code);
      return { code, cleared };
    },
    await service.mint(),
  );
  expect(outcome).toEqual({ code: 'rate_limited', cleared: [7] });
  await page.context().close();
});

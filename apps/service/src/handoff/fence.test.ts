import { afterEach, describe, expect, it } from 'vitest';
import { deviceKey, handedOff, person, phoneClaim, redeem } from '../../testing/face/face.ts';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { askPhone, redeemCode } from '../../testing/location-phone.ts';
import { mutant, mutantInside } from '../../testing/mutant.ts';
import { Unavailable } from '../database/unavailable.ts';
import type { claimByCode } from '../face/handoff/redeem.ts';
import { load } from '../face/session/records.ts';
import { mintHandoff } from './phone.ts';
import { codeHmac } from './short-code.ts';

/**
 * A restored database has forgotten what was redeemed, cancelled and denied. For some seconds a node still
 * believes the epoch from before, and lets older tokens in; the statements must refuse them.
 */

const service = testService({ unlimited: true });
const org = testOrganization(service);

/** The database becomes another life, and this node has not noticed. */
async function restoreUnnoticed(): Promise<void> {
  const { epoch } = service.deps;
  const old = epoch.current();
  service.deps.epoch = { ...epoch, current: () => old };
  await service.database.pool.query('UPDATE fence SET epoch = gen_random_uuid()');
  notice = async () => {
    service.deps.epoch = epoch;
    await epoch.refresh();
  };
}
let notice = async () => {};
afterEach(() => notice());

describe('a phone with a hand-off token of a face session from before a restore', () => {
  it('confirms and denies nothing, and the desktop goes on', async () => {
    const { desktop, phone, number } = await handedOff(service, org);
    await restoreUnnoticed();
    for (const answer of [await phone.confirm(number), await phone.deny()])
      expect([answer.status, answer.code]).toEqual([401, 'token_expired']);
    expect((await desktop.status()).data.handoff.state).toBe('redeemed');
    expect((await desktop.cancelHandoff()).status).toBe(200);
  });

  it('opens no attempt after it was confirmed', async () => {
    const { phone, number } = await handedOff(service, org);
    expect((await phone.confirm(number)).data.confirmed).toBe(true);
    await restoreUnnoticed();
    for (const answer of [await phone.consent(), await phone.attempt(), await phone.cancel()])
      expect([answer.status, answer.code]).toEqual([401, 'token_expired']);
  });

  it('mutation control: changes the session when the fence does not stand in the statement', async () => {
    const careless = await mutant<{ load: typeof load }>('face/session/records.ts', [
      'name.epoch === undefined ? query',
      'name.epoch !== null ? query',
    ]);
    const { desktop } = await handedOff(service, org);
    const { session_id } = (await desktop.status()).data;
    const epoch = service.deps.epoch.current();
    const name = { org: org.org, env: 'production' as const, session_id, epoch };
    const { db } = service.database;
    expect(await load(db, name, true)).not.toBeNull();
    await restoreUnnoticed();
    expect(await load(db, name, true)).toBeNull();
    expect(await careless.load(db, name, true)).not.toBeNull();
  });
});

describe('a short code from before a restore', () => {
  it('of a face session is not redeemed, and a new one is', async () => {
    const desktop = await person(service, org);
    await desktop.open();
    const { code } = (await desktop.shortCode()).data;
    await restoreUnnoticed();
    expect((await redeem(service, code)).code).toBe('short_code_expired');
    await notice();
    expect((await redeem(service, code)).code).toBe('short_code_expired');
    const refreshed = (await desktop.refresh()).data.code;
    expect((await redeem(service, refreshed)).status).toBe(200);
  });

  it('of a location check is not redeemed', async () => {
    const { handoff } = (await askPhone(service, org)).data;
    await restoreUnnoticed();
    expect((await redeemCode(service, handoff.code)).code).toBe('short_code_expired');
    await notice();
    const again = (await askPhone(service, org)).data.handoff;
    expect((await redeemCode(service, again.code)).status).toBe(200);
  });

  it('gives the key that redeemed it no second token, and says why', async () => {
    const desktop = await person(service, org);
    await desktop.open();
    const { code } = (await desktop.shortCode()).data;
    const key = deviceKey();
    const again = () => redeem(service, code, key.codeProof(service, code));
    expect((await again()).status).toBe(200);
    expect((await again()).status).toBe(200);
    await service.database.pool.query('UPDATE fence SET epoch = gen_random_uuid()');
    await service.deps.epoch.refresh();
    expect((await again()).code).toBe('short_code_expired');
  });

  it('mutation control: is redeemed when the fence does not stand in the claim', async () => {
    type Module = { claimByCode: typeof claimByCode };
    const careless = await mutantInside<Module>('face/handoff/redeem.ts', 'handoff/redeem.ts', [
      'AND EXISTS (SELECT FROM ${sql.raw(FENCE_FROM)} WHERE ${sql.raw(fenceCondition(epoch))})',
      '',
    ]);
    const desktop = await person(service, org);
    await desktop.open();
    const { code } = (await desktop.shortCode()).data;
    await restoreUnnoticed();
    const claim = { now: new Date(), ...phoneClaim() };
    const hmac = codeHmac(service.deps.envelope, code);
    expect(await careless.claimByCode(service.database.db, hmac, claim)).not.toBeNull();
  });
});

describe('a short code on a node that cannot read what the phone is told', () => {
  const breakReading = () => {
    const { organizations } = service.deps;
    service.deps.organizations = { ...organizations, find: () => Promise.reject(new Unavailable('busy')) };
    notice = async () => {
      service.deps.organizations = organizations;
    };
  };

  it.each(['face', 'location'])('of a %s check is not burnt, and redeemed by the next try', async (area) => {
    const desktop = await person(service, org);
    await desktop.open();
    const face = area === 'face';
    const code = face
      ? (await desktop.shortCode()).data.code
      : (await askPhone(service, org)).data.handoff.code;
    const take = () => (face ? redeem(service, code) : redeemCode(service, code));
    breakReading();
    expect((await take()).code).toBe('unavailable');
    await notice();
    expect((await take()).status).toBe(200);
  });
});

describe('a short code on a node that has not read the fence for more than 5 s', () => {
  const unread = () => {
    const { epoch } = service.deps;
    service.deps.epoch = {
      ...epoch,
      current: () => {
        throw new Unavailable('not read');
      },
    };
    notice = async () => {
      service.deps.epoch = epoch;
    };
  };

  it('is redeemed to a token that works, because the claim itself held the fence', async () => {
    const desktop = await person(service, org);
    await desktop.open();
    const face = (await desktop.shortCode()).data.code;
    const location = (await askPhone(service, org)).data.handoff.code;
    unread();
    expect((await preflight()).code).toBe('unavailable');
    const phone = await redeem(service, face);
    expect(phone.status).toBe(200);
    expect((await redeemCode(service, location)).status).toBe(200);
    const path = '/facecheck/session/handoff/deny';
    await notice();
    expect((await service.call({ path, token: phone.data.handoff_token, body: {} })).status).toBe(200);
  });

  const preflight = () =>
    service.call({
      path: '/geolocation/preflight',
      token: org.api.production,
      body: { customer_id: 'c', transaction_type: 'deposit' },
    });

  it('mutation control: gets no token when the mint asks the node for the epoch', async () => {
    const careless = await mutant<{ mintHandoff: typeof mintHandoff }>('handoff/phone.ts', [
      'epoch: row.epoch,',
      'epoch: deps.epoch.current(),',
    ]);
    const row = {
      org: org.org,
      env: 'production' as const,
      handoff_id: 'handoff',
      state: 'redeemed',
      bound_jkt: null,
      token_expires_at: new Date(Date.now() + 60_000),
      number_sealed: null,
      epoch: service.deps.epoch.current(),
    };
    const token = { iss: 'http://localhost', jti: 'token', now_ms: Date.now() };
    unread();
    expect(mintHandoff(service.deps, row, token, {}).jti).toBe('token');
    expect(() => careless.mintHandoff(service.deps, row, token, {})).toThrow(Unavailable);
  });
});

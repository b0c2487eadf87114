import { describe, expect, it } from 'vitest';
import { parseKey } from '../src/accounts/api-keys.ts';
import { browserEvidence, seal } from '../testing/browser-payload.ts';
import { person } from '../testing/face/face.ts';
import { BODY, testKeys } from '../testing/interface/keys.ts';

const { service, org, preflight, create } = testKeys();

describe('a dump of the database', () => {
  it('holds no key, name, e-mail or coordinate in the clear', async () => {
    const keys: string[] = [];
    for (let i = 0; i < 25; i++) {
      const owner = (await service.organization(`Owner ${i}`)).org;
      for (const kind of ['api', 'results'] as const) keys.push((await create({ org: owner, kind })).key);
    }
    const canary = {
      name: 'Zebedee Quillfeather',
      email: 'zq@canary.example',
      lat: 41.2345678,
      lng: -73.8765432,
    };
    const minted = await preflight(org.api.production, {
      body: { ...BODY, transaction_name: 'Canary wager', name: canary.name, email: canary.email },
      headers: { 'idempotency-key': 'dump-1' },
    });
    const position = {
      lat: canary.lat,
      lng: canary.lng,
      accuracy_m: 17.2345678,
      accuracy_basis: 'p95' as const,
    };
    const evidence = browserEvidence({ positions: [{ ...position, measured_at: new Date().toISOString() }] });
    const { token } = minted.data;
    const payload = await seal(token, evidence);
    const verified = await service.call({
      path: '/geolocation/verify',
      token,
      body: { payload },
      ip: '93.184.216.34',
    });
    expect(verified.status).toBe(200);
    const desktop = await person(service, org, {
      customer: { email: canary.email, first_name: 'Zebedee', last_name: 'Quillfeather' },
    });
    await desktop.open();
    const { code } = (await desktop.shortCode()).data;

    const { owner: pool } = service.database;
    const tables = await pool.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
    let dump = '';
    for (const { tablename } of tables.rows) {
      const { rows } = await pool.query(`SELECT * FROM "${tablename}"`);
      for (const value of rows.flatMap((row) => Object.values(row)))
        dump += `${Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)}\n`;
    }
    expect(dump).toContain(verified.data.verification_id);
    expect(dump.length).toBeGreaterThan(10_000);
    for (const key of [...keys, ...Object.values(org.api)]) {
      expect(dump).not.toContain(key);
      expect(dump).not.toContain(parseKey(key)!.secret);
    }
    const doubles = [canary.lat, canary.lng].flatMap((value) => {
      const bytes = Buffer.alloc(16);
      bytes.writeDoubleLE(value, 0);
      bytes.writeDoubleBE(value, 8);
      return [bytes.subarray(0, 8), bytes.subarray(8)].map((part) => part.toString('latin1'));
    });
    const clear = [
      'Zebedee',
      'Quillfeather',
      'zq@canary',
      '41.2345',
      '73.8765',
      // More digits than the milliseconds of any time in the dump have.
      '17.2345',
      'Canary wager',
      token,
      code,
      ...doubles,
    ];
    for (const secret of clear) expect(dump.includes(secret), secret).toBe(false);
    for (const { private_key } of [
      service.deps.keys.of('production').active,
      service.deps.keys.of('production').payload,
    ])
      expect(dump).not.toContain(private_key.export({ format: 'jwk' }).d);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceKey, handedOff, person, redeem } from '../../../testing/face/face.ts';
import { testService } from '../../../testing/hooks.ts';
import { mutant } from '../../../testing/mutant.ts';
import type { TestOrganization, TestService } from '../../../testing/service.ts';
import type { acceptOnce } from '../../tokens/proof.ts';

/** Two nodes on one database: an intercepted proof may reach either of them, or both at once. */

const service = testService({ unlimited: true });
let other: TestService;
let org: TestOrganization;
beforeAll(async () => {
  other = await service.node();
  org = await service.organization();
});
afterAll(async () => {
  await other.close();
});

const EVENT = '/facecheck/session/event';
const STATUS = '/facecheck/session/status';
const outcomes = (answers: { status: number; code: string | undefined }[]) =>
  answers.map(({ status, code }) => code ?? status).sort();

describe('a proof', () => {
  it('is accepted once when a call that changes something reaches two nodes at once', async () => {
    const key = deviceKey();
    const desktop = await person(service, org);
    await desktop.open({}, key.proof(service, 'POST', '/facecheck/session', desktop.token));
    for (let round = 0; round < 10; round++) {
      const headers = key.proof(service, 'POST', EVENT, desktop.token);
      const answers = await Promise.all(
        [service, other, service, other].map((node) =>
          node.call({ path: EVENT, token: desktop.token, body: { type: 'consent_shown' }, headers }),
        ),
      );
      expect(outcomes(answers)).toEqual([200, 'proof_invalid', 'proof_invalid', 'proof_invalid']);
    }
  });

  it('redeems a code on one node only, and costs no row for an unknown code', async () => {
    const { desktop } = await handedOff(service, org);
    await desktop.cancelHandoff();
    const { code } = (await desktop.shortCode()).data;
    const headers = deviceKey().codeProof(service, code);
    expect((await redeem(service, code, headers)).status).toBe(200);
    expect((await redeem(other, code, headers)).code).toBe('proof_invalid');
    const rows = async () => (await service.database.pool.query('SELECT FROM seen_proof')).rows.length;
    const before = await rows();
    const unknown = '0'.repeat(16);
    expect((await redeem(service, unknown, deviceKey().codeProof(service, unknown))).status).toBe(404);
    expect(await rows()).toBe(before);
  });

  it('of a call that only reads costs no row', async () => {
    const key = deviceKey();
    const desktop = await person(service, org);
    await desktop.open({}, key.proof(service, 'POST', '/facecheck/session', desktop.token));
    const rows = async () => (await service.database.pool.query('SELECT FROM seen_proof')).rows.length;
    const before = await rows();
    expect((await desktop.status('', key.proof(service, 'GET', STATUS, desktop.token))).status).toBe(200);
    expect(await rows()).toBe(before);
  });

  it('mutation control: is accepted by both nodes without the conditional insert', async () => {
    type Module = { acceptOnce: typeof acceptOnce };
    const careless = await mutant<Module>('tokens/proof.ts', ['if (rows.length === 0) invalid(SEEN);', '']);
    const proof = { jkt: 'a key', jti: 'a proof of it' };
    await careless.acceptOnce(service.deps, proof);
    await careless.acceptOnce(other.deps, proof);
  });
});

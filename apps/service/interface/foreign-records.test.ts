import type { Environment } from '@standpoint/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeSettings } from '../src/accounts/organizations.ts';
import { newId } from '../src/ids.ts';
import { browserEvidence, seal } from '../testing/browser-payload.ts';
import { person } from '../testing/face/face.ts';
import { sharedService } from '../testing/hooks.ts';
import { expectRefusal } from '../testing/refusals.ts';
import type { TestOrganization } from '../testing/service.ts';

/** Which credential reaches which endpoint: `matrix.test.ts`. */

const service = sharedService();
const environments: Environment[] = ['production', 'sandbox'];
const organizations: { org: TestOrganization }[] = [];
beforeAll(async () => {
  for (const name of ['First', 'Second']) {
    const org = await service.organization(name);
    await changeSettings(service.database.db, org.org, { sdk: '0.5' });
    organizations.push({ org });
  }
});

describe('records of one organization', () => {
  const everyone = () =>
    organizations.flatMap(({ org }) =>
      environments.map((env) => ({ org: org.org, env, key: org.results[env], api: org.api[env] })),
    );

  it('are found by their own organization and environment only', async () => {
    for (const { org } of organizations) {
      for (const env of environments) {
        const customer_id = `${org.org}-${env}`;
        const { token } = (
          await service.call({
            path: '/geolocation/preflight',
            token: org.api[env],
            body: { customer_id, transaction_type: 'x' },
          })
        ).data;
        const payload = await seal(token, browserEvidence());
        const { verification_id } = (
          await service.call({ path: '/geolocation/verify', token, body: { payload } })
        ).data;
        const desktop = await person(service, org, { env, customer: { customer_id } });
        const { session_id } = (await desktop.open()).data.session;
        for (const caller of everyone()) {
          const mine = caller.org === org.org && caller.env === env;
          const get = (path: string) => service.call({ path, token: caller.key });
          for (const path of [
            `/geolocation/verifications/${verification_id}`,
            `/facecheck/session/${session_id}`,
          ])
            expect((await get(path)).status, path).toBe(mine ? 200 : 404);
          expect((await get(`/customers/${customer_id}`)).data.timeline).toHaveLength(mine ? 2 : 0);
          const lists = [
            (await get(`/geolocation/verifications?customer_id=${customer_id}`)).data.verifications,
            (await get(`/facecheck/sessions?customer_id=${customer_id}`)).data.sessions,
          ];
          expect(lists.map((list) => list.length)).toEqual(mine ? [1, 1] : [0, 0]);
          if (mine) continue;
          for (const act of ['cancel', 'redact'])
            expectRefusal(
              await service.call({
                method: 'POST',
                path: `/facecheck/session/${session_id}/${act}`,
                token: caller.key,
              }),
              404,
              'session_not_found',
            );
          const erased = await service.call({
            method: 'DELETE',
            path: `/customers/${customer_id}`,
            token: caller.key,
          });
          expectRefusal(erased, 404, 'not_found');
        }
        expect((await desktop.status()).data.status).toBe('created');
      }
    }
  });

  it('a workflow or policy of another organization gets the answer of an unknown one', async () => {
    const [first, second] = organizations as [(typeof organizations)[0], (typeof organizations)[0]];
    for (const workflow_id of [second.org.workflow_id, newId('workflow')]) {
      const body = { workflow_id, customer: { customer_id: 'c' } };
      const answer = await service.call({
        path: '/facecheck/session/portal',
        token: first.org.api.production,
        body,
      });
      expectRefusal(answer, 404, 'workflow_not_found');
    }
    const body = { customer_id: 'c', transaction_type: 'x', policy_id: newId('policy') };
    expectRefusal(
      await service.call({ path: '/geolocation/preflight', token: first.org.api.production, body }),
      404,
      'policy_not_found',
    );
  });

  it('an attempt of another session gets 404', async () => {
    const [mine, theirs] = [
      await person(service, organizations[0]!.org),
      await person(service, organizations[1]!.org),
    ];
    for (const each of [mine, theirs]) {
      await each.open();
      await each.consent();
    }
    const attempt = await theirs.attempt();
    await mine.attempt();
    expectRefusal(await mine.submit(attempt), 404, 'not_found');
  });

  it('a token of one environment never reads rows of the other, even with changed claims', async () => {
    const { org } = organizations[0]!;
    const desktop = await person(service, org, { env: 'sandbox' });
    await desktop.open();
    const [header, , signature] = desktop.token.split('.');
    const claims = JSON.parse(Buffer.from(desktop.token.split('.')[1]!, 'base64url').toString());
    const changed = Buffer.from(JSON.stringify({ ...claims, env: 'production' })).toString('base64url');
    const answer = await service.call({
      path: '/facecheck/session/status',
      token: `${header}.${changed}.${signature}`,
    });
    expectRefusal(answer, 401, 'token_invalid');
  });
});

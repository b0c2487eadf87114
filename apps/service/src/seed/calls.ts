import type { sandbox } from '@standpoint/contract';
import { audit } from '../accounts/audit.ts';
import type { Deps } from '../deps.ts';
import { by } from '../developer/by.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../route.ts';
import { beginFilling, readFilling, stopFilling } from './button/rows.ts';
import { BY_BUTTON, runFilling } from './button/run.ts';
import { hasRecordsWords, recordsIn } from './empty.ts';
import { missingRules } from './rules.ts';

export const readMadeUpPeopleHandler: Handler<typeof sandbox.readMadeUpPeople> = async ({ caller }, deps) => {
  const { org } = caller;
  const { db } = deps.database;
  const { verifications, customers, sessions } = BY_BUTTON;
  return {
    filling: await readFilling(db, org),
    records_in: await recordsIn(deps.database, org),
    verifications,
    customers,
    sessions,
    policies: await missingRules(deps, org),
    webhooks: await endpointsOf(deps, org),
  };
};

async function endpointsOf({ database }: Deps, org: string): Promise<number> {
  const { count } = await database.db
    .selectFrom('webhook')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('org', '=', org)
    .where('env', '=', 'sandbox')
    .where('disabled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const makeUpPeopleHandler: Handler<typeof sandbox.makeUpPeople> = async (call, deps) => {
  const { caller, body } = call;
  const { org, user_id } = caller;
  const { db } = deps.database;
  const missing = (await missingRules(deps, org)).map(({ name }) => name);
  // They hold in production too: nothing is published that the person did not read and agree to.
  const running = (await readFilling(db, org))?.state === 'running';
  if (!running && missing.toSorted().join('\n') !== body.policies.toSorted().join('\n'))
    refuse('invalid_request', 'other policies', {
      fields: [
        { path: 'policies', message: `has to name what is published: ${missing.join(', ') || 'nothing'}` },
      ],
    });
  const env = running ? null : await recordsIn(deps.database, org);
  if (env !== null) refuse('sandbox_not_empty', org, { message: hasRecordsWords(org, env) });
  const run = running ? null : await beginFilling(db, org, user_id);
  if (run) {
    const detail = { policies: body.policies };
    await audit(db, { org, ...by(call), action: 'sandbox.seeding_begun', target: org, detail });
    runFilling(deps, run, by(call));
  }
  return (await readFilling(db, org)) ?? refuse('not_found', 'the organization is gone');
};

export const stopMadeUpPeopleHandler: Handler<typeof sandbox.stopMadeUpPeople> = async (call, deps) => {
  const { org } = call.caller;
  const { db } = deps.database;
  await stopFilling(db, org);
  await audit(db, { org, ...by(call), action: 'sandbox.seeding_stopped', target: org });
  return readFilling(db, org);
};

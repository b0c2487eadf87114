import { person } from '../face/face.ts';
import { verified } from '../reviews.ts';
import type { Way, Ways, World } from './world.ts';

let made = 0;
const customer = () => `written-${++made}`;
const verification = async ({ service, org }: World, customer_id = customer()): Promise<string> =>
  (await verified(service, org, customer_id)).verification_id;
const aRecord = async (world: World): Promise<Way> => ({ values: { record_id: await verification(world) } });
const aCustomer = async (world: World): Promise<Way> => {
  const customer_id = customer();
  await verification(world, customer_id);
  return { values: { customer_id } };
};
const held = async (world: World): Promise<Way> => {
  const way = await aCustomer(world);
  await world.ask('PUT', `/production/customers/${way.values!.customer_id}/hold`, { reason: 'case 1' });
  return way;
};

/** A face session whose only attempt was not judged; `ended`: by the person. */
async function session({ service, org }: World, ended: boolean): Promise<Way> {
  const device = await person(service, org);
  const { session_id } = (await device.open()).data.session;
  if (ended) await device.cancel();
  return { values: { session_id } };
}
/** Frames of it are said to be kept, so that revealing them is noted. */
async function seen(world: World): Promise<Way> {
  const way = await session(world, true);
  await world.service.database.pool.query(
    `UPDATE face_session SET frames_state = 'kept' WHERE session_id = $1`,
    [way.values!.session_id],
  );
  return way;
}

const decidedAgain = async (world: World): Promise<Way> => {
  const { policy_id } = await world.ask('POST', '/policies', { definition: { name: 'Any' } });
  await world.service.database.pool.query(
    `INSERT INTO policy (org, policy_id, version, status, name, definition)
     VALUES ($1, $2, 1, 'draft', 'Any', '{"name": "Any"}')`,
    [world.org.org, policy_id],
  );
  return {
    values: { verification_id: await verification(world) },
    body: { policy_id, version: 1 },
  };
};

/** Verifications, sessions and customers. */
export const RECORDS_WAYS: Ways = {
  dashboardRedecideVerification: decidedAgain,
  dashboardRevealFrames: async (world) => ({ ...(await seen(world)), body: {} }),
  dashboardExportEvidence: aRecord,
  dashboardAddNote: async (world) => ({ ...(await aRecord(world)), body: { text: 'seen before' } }),
  dashboardRemoveNote: async (world) => {
    const { record_id } = (await aRecord(world)).values!;
    const { notes } = await world.ask('POST', `/production/records/${record_id}/notes`, { text: 'seen' });
    return { values: { record_id: record_id!, note_id: notes[0].note_id } };
  },
  dashboardSetTags: async (world) => ({ ...(await aRecord(world)), body: { tags: ['border'] } }),
  dashboardExportVerifications: () => ({ body: { format: 'csv' } }),
  dashboardExportSessions: () => ({ body: { format: 'csv' } }),
  dashboardVerifyAudit: () => ({ body: {} }),
  dashboardExportAudit: () => ({ body: { format: 'csv' } }),
  dashboardCancelSession: (world) => session(world, false),
  dashboardRedactSession: (world) => session(world, true),
  dashboardPutHold: async (world) => ({ ...(await aCustomer(world)), body: { reason: 'case 1' } }),
  dashboardRemoveHold: held,
  dashboardEraseCustomer: aCustomer,
};

import { APPROVED } from '../desk/calls.ts';
import { reviewPolicy, verified } from '../reviews.ts';
import type { Way, Ways, World } from './world.ts';

let made = 0;

/** A verification that waits for a person. */
async function waiting({ service, org }: World): Promise<string> {
  const type = `reviewed-${++made}`;
  await reviewPolicy(service, org, type);
  service.deps.policies.clear();
  const { verification_id } = await verified(service, org, type, { type });
  const { rows } = await service.database.pool.query('SELECT review_id FROM review WHERE id = $1', [
    verification_id,
  ]);
  return rows[0].review_id;
}
const aReview = async (world: World): Promise<Way> => ({ values: { review_id: await waiting(world) } });

/** Reviews. */
export const REVIEWS_WAYS: Ways = {
  dashboardClaimReview: async (world) => ({ ...(await aReview(world)), body: {} }),
  dashboardReleaseReview: async (world) => {
    const { values } = await aReview(world);
    await world.ask('POST', `/production/reviews/${values!.review_id}/claim`, {});
    return { values: values!, body: {} };
  },
  dashboardEscalateReview: async (world) => ({
    ...(await aReview(world)),
    body: { reason: 'I know the person' },
  }),
  dashboardDecideReview: async (world) => ({ ...(await aReview(world)), body: APPROVED }),
  dashboardDecideReviews: async (world) => ({ body: { ...APPROVED, review_ids: [await waiting(world)] } }),
  dashboardUndoReviews: async (world) => {
    const { hold_id } = await world.ask(
      'POST',
      `/production/reviews/${await waiting(world)}/decide`,
      APPROVED,
    );
    return { body: { hold_id } };
  },
};

import type { Deps } from '../deps.ts';
import type { Finding } from './finding.ts';

/** An endpoint that the service has switched off gets no events until a person looks at it. */
export async function webhookFinding(
  { database }: Pick<Deps, 'database'>,
  /** Of this organization alone; of all when absent. */
  org?: string,
): Promise<Finding> {
  let query = database.db
    .selectFrom('webhook')
    .select(['webhook_id', 'env', 'disabled_reason', 'failing_since']);
  if (org !== undefined) query = query.where('org', '=', org);
  const rows = await query.execute();
  const off = rows.filter(
    ({ disabled_reason }) => disabled_reason === 'gone' || disabled_reason === 'failing',
  );
  const failing = rows.filter(({ disabled_reason, failing_since }) => !disabled_reason && failing_since);
  const name = 'webhooks';
  if (off.length > 0) {
    const [{ env, webhook_id }] = off as [(typeof off)[0]];
    const more = off.length > 1 ? ` and ${off.length - 1} more` : '';
    const remedy = `npx standpoint webhooks update ${webhook_id} --enable --env ${env}`;
    return {
      name,
      ok: false,
      says: `${webhook_id}${more} switched off: repair the receiver, then ${remedy}`,
    };
  }
  const says = failing.length > 0 ? `, ${failing.length} of them failing: npx standpoint webhooks list` : '';
  return {
    name,
    ok: true,
    says: `${rows.length === 1 ? '1 endpoint' : `${rows.length} endpoints`}${says}`,
    ...(failing.length > 0 && { but: 'warning' as const }),
  };
}

import type { Deps } from '../../../deps.ts';
import { compileAhead, RULES_MAX } from '../../facts/place.ts';

/**
 * No caller waits longer than this; the rules that are left are compiled by the first request that needs
 * them.
 */
const PATIENCE_MS = 2_000;

/**
 * Compiles the rules of published policies, the newest first, before a request needs them: a rule with
 * hundreds of shapes takes a fifth of a second. Rules are compiled one at a time, with other work in between; a
 * compiled rule costs nothing more. Never fails:
 * without it requests are slower, not wrong.
 */
export async function warmRules(deps: Pick<Deps, 'database' | 'log' | 'places'>): Promise<void> {
  const began = performance.now();
  try {
    const policies = await deps.database.db
      .selectFrom('policy')
      .select(['org', 'definition'])
      .where('status', '=', 'published')
      .orderBy('published_at', 'desc')
      .limit(RULES_MAX)
      .execute();
    for (const { org, definition } of policies) {
      if (performance.now() - began > PATIENCE_MS) return;
      await compileAhead(deps, definition, org);
    }
  } catch (error) {
    deps.log.warn({ err: error }, 'The rules of policies could not be prepared in advance.');
  }
}

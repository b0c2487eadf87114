import { testOrganization, testService } from '../hooks.ts';

/** A service without limits, statements that change its rows behind its back, and what every read then says. */
export function testContradicted() {
  const service = testService({ unlimited: true });
  const org = testOrganization(service);

  const query = (text: string, values: unknown[] = []) => service.database.pool.query(text, values);
  const read = (path: string, env: 'production' | 'sandbox' = 'production') =>
    service.call({ path, token: org.results[env], host: env });
  const marks = (entries: { record_contradicted: boolean }[]) =>
    entries.map(({ record_contradicted }) => record_contradicted);
  const noted = async (id: string) =>
    (await query(`SELECT detail FROM audit WHERE action = 'record.contradicted' AND target = $1`, [id])).rows;

  return { service, org, query, read, marks, noted };
}

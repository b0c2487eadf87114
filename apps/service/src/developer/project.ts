import { type AnswerOf, DEFAULT_SETTINGS, type project, type SettingsFile } from '@standpoint/contract';
import { lockSettings, renameOrganization } from '../accounts/organizations.ts';
import { replaceSettings, setByFile } from '../accounts/settings.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../route.ts';
import { by } from './by.ts';

type Project = AnswerOf<typeof project.readProject>;

/** Read from the database, not from memory: a person who has just changed something sees it. */
async function projectOf({ database, config }: Deps, org: string): Promise<Project> {
  const row = await database.db
    .selectFrom('organization')
    .select(['name', 'settings'])
    .where('org', '=', org)
    .executeTakeFirst();
  if (!row) return refuse('not_found', org);
  const { base_url, sandbox_base_url, face_base_url } = config;
  return {
    org,
    name: row.name,
    base_url,
    sandbox_base_url,
    face_base_url,
    settings: setByFile(row.settings),
    defaults: { ...DEFAULT_SETTINGS, legal_name: row.name },
  };
}

export const readProjectHandler: Handler<typeof project.readProject> = ({ caller }, deps) =>
  projectOf(deps, caller.org);

/** What is left out stays, also inside of `retention`. */
const merged = (before: SettingsFile, change: SettingsFile): SettingsFile => ({
  ...before,
  ...change,
  ...(change.retention && { retention: { ...before.retention, ...change.retention } }),
});

/** Without the settings of these names. */
function without(before: SettingsFile, unset: readonly string[]): SettingsFile {
  const { retention, ...rest } = before;
  const kept = (prefix: string, of: object) =>
    Object.fromEntries(Object.entries(of).filter(([name]) => !unset.includes(prefix + name)));
  const periods = kept('retention.', retention ?? {});
  return { ...kept('', rest), ...(Object.keys(periods).length > 0 && { retention: periods }) };
}

export const changeProjectHandler: Handler<typeof project.changeProject> = async (call, deps) => {
  const { org } = call.caller;
  const { name, settings = {}, unset = [] } = call.body;
  await deps.database.db.transaction().execute(async (trx) => {
    // First of all: two changes at once wait for each other here, and not in the middle.
    await lockSettings(trx, org);
    if (name !== undefined) await renameOrganization(trx, by(call), org, name);
    if (Object.keys(settings).length + unset.length > 0)
      await replaceSettings(trx, by(call), org, (before) => merged(without(before, unset), settings));
  });
  return projectOf(deps, org);
};

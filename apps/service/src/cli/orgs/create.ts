import { audit } from '../../accounts/audit.ts';
import { createOrganization } from '../../accounts/organizations.ts';
import { command } from '../command.ts';
import { withDatabase } from '../open.ts';

export const orgsCreate = command({
  name: 'orgs create',
  summary: 'Create an organization',
  options: { name: { type: 'string', value: 'NAME', required: true, meaning: 'its name' } },
  run: ({ options, terminal }) =>
    withDatabase(
      terminal,
      ({ db }) =>
        db.transaction().execute(async (trx) => {
          const { org, name } = await createOrganization(trx, options.name);
          await audit(trx, { org, actor: 'cli', action: 'organization.created', target: org });
          return { id: org, name };
        }),
      { begins: true },
    ),
  text: ({ id, name }) => `Created ${name}: ${id}\nNext: npx standpoint keys create --org ${id}`,
});

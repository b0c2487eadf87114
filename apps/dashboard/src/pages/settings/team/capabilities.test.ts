import { DASHBOARD_ENDPOINTS, ROLES } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import { CAPABILITIES } from './capabilities.ts';

/** Every endpoint of an organization, with the roles that may call it. */
const ofOrganization = DASHBOARD_ENDPOINTS.filter(({ path }) => path.includes('{org}')).map(
  ({ name, roles }) => ({ name, roles: [...(roles ?? ROLES)].sort() }),
);

describe('the table of roles', () => {
  it('has every endpoint of the contract once', () => {
    const listed = CAPABILITIES.flatMap(({ endpoints }) => endpoints);
    expect([...listed].sort(), 'Name each in capabilities.ts.').toEqual(
      ofOrganization.map(({ name }) => name).sort(),
    );
  });

  it('says of each the roles that the service lets in', () => {
    for (const { name, roles } of ofOrganization) {
      const row = CAPABILITIES.find(({ endpoints }) => endpoints.includes(name));
      expect({ name, roles: [...(row?.roles ?? [])].sort() }).toEqual({ name, roles });
    }
  });
});

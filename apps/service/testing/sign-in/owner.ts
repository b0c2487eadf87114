import { beforeAll, beforeEach } from 'vitest';
import { later } from '../../../../testing/later.ts';
import { join } from '../../src/people/accounts.ts';
import { type Browser, signedIn } from '../people.ts';
import type { TestOrganization, TestService } from '../service.ts';

/** One signed-in person, who owns the organization of each test. */
export function testOwner(service: TestService, org: TestOrganization): Browser {
  let owner: Browser | undefined;
  beforeAll(async () => {
    owner = await signedIn(service, (await service.organization('Home')).org, 'owner');
  });
  beforeEach(async () => {
    await join(service.database.db, org.org, owner!.user_id, 'owner');
  });
  return later('owner', () => owner);
}

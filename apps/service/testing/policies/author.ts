import { beforeAll } from 'vitest';
import { later } from '../../../../testing/later.ts';
import { testOrganization, testService } from '../hooks.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../people.ts';
import { policyDesk } from './desk.ts';

/** For all tests of this file: a service, and a developer at the desk where policies are written. */
export function policyAuthor() {
  const service = testService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
  const org = testOrganization(service);
  let ann: Browser | undefined;
  let desk: ReturnType<typeof policyDesk> | undefined;
  beforeAll(async () => {
    ann = await signedIn(service, org.org, 'developer');
    desk = policyDesk(org.org, ann);
  });
  return { service, org, ann: later('developer', () => ann), desk: later('desk', () => desk) };
}

import { testOrganization, testService } from '../hooks.ts';
import type { TestOrganization, TestService, TestServiceOptions } from '../service.ts';
import { MovableClock } from './face.ts';

/** For all tests of this file: a service without limits whose clock they move, and one organization of it. */
export function clockedService(options: Pick<TestServiceOptions, 'plugins'> = {}): {
  clock: MovableClock;
  service: TestService;
  org: TestOrganization;
} {
  const clock = new MovableClock();
  const service = testService({ ...options, replace: clock.replacement, unlimited: true });
  return { clock, service, org: testOrganization(service) };
}

import { afterAll, beforeAll, type beforeEach } from 'vitest';
import { later } from '../../../testing/later.ts';
import { PEOPLE_PLUGINS } from './people.ts';
import {
  openTestService,
  type TestOrganization,
  type TestService,
  type TestServiceOptions,
} from './service.ts';

/**
 * Opens a service before the tests of this file or block, and closes it after them. The returned value can be
 * used in tests and hooks, not while the file is read.
 */
export function testService(options?: TestServiceOptions | (() => TestServiceOptions)): TestService {
  let opened: TestService | undefined;
  beforeAll(async () => {
    opened = await openTestService(typeof options === 'function' ? options() : options);
  });
  afterAll(() => opened?.close());
  return later('service', () => opened);
}

/**
 * The one service that the files of this process share. Opening one takes a quarter of a second of processor time. It is
 * for tests that keep to their own organizations and people. A file that counts whole tables, delivers events, replaces a
 * part or needs a limit opens its own with `testService()`; `suite.test.ts` finds most of those.
 */
export function sharedService(): TestService {
  let opened: TestService | undefined;
  beforeAll(async () => {
    shared ??= openTestService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
    opened = {
      ...(await shared),
      close: () => Promise.reject(new Error('Other files use this service too')),
    };
  });
  return later('service', () => opened);
}
let shared: Promise<TestService> | undefined;

/** An organization of that service: one for all tests of this file or block, or with `beforeEach` one for each. */
export function testOrganization(
  service: TestService,
  hook: typeof beforeAll | typeof beforeEach = beforeAll,
): TestOrganization {
  let made: TestOrganization | undefined;
  hook(async () => {
    made = await service.organization();
  });
  return later('organization', () => made);
}

import { expect, test } from 'vitest';
import { otherEnvironment, otherOrganization } from './other-place.ts';

test('the other environment has the same list, and no twin of a record', () => {
  expect(otherEnvironment('/org_1/production/sessions', 'sandbox')).toBe('/org_1/sandbox/sessions');
  expect(otherEnvironment('/org_1/production/sessions/fs_1', 'sandbox')).toBe('/org_1/sandbox/sessions');
  expect(otherEnvironment('/org_1/settings/developer', 'sandbox')).toBe('/org_1/settings/developer');
  expect(otherEnvironment('/org_1', 'sandbox')).toBe('/org_1');
});

test('another organization opens on the same page', () => {
  expect(otherOrganization('/org_1/sandbox/sessions/fs_1', 'org_2')).toBe('/org_2/sandbox/sessions');
  expect(otherOrganization('/org_1/settings/team', 'org_2')).toBe('/org_2/settings/team');
  expect(otherOrganization('/org_1', 'org_2')).toBe('/org_2');
});

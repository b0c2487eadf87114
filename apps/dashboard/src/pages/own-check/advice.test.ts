import { StandpointError } from '@standpoint/web';
import { expect, test } from 'vitest';
import { adviceOn, failureWords } from './advice.ts';

test.each([
  ['permission_denied', 'settings of this site'],
  ['position_unavailable', 'settings of the system'],
  ['clock_skew', 'clock'],
])('of the finding %s it says what to do', (code, words) => {
  expect(adviceOn(['ip_vpn', code])).toEqual([expect.stringContaining(words)]);
});

test('a page on http is told where to be opened, and an unknown failure keeps its own words', () => {
  expect(failureWords(new StandpointError('insecure_context'))).toContain('https');
  expect(failureWords(new StandpointError('base_url_mismatch'))).toContain('base address');
  expect(failureWords(new StandpointError('rate_limited', { message: 'Wait.' }))).toBe('Wait.');
  expect(failureWords(new Error('It broke.'))).toBe('It broke. Check again.');
});

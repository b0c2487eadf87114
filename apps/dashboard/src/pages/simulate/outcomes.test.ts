import { expect, test } from 'vitest';
import { customerFor, type ListedOutcome, outcomeOf } from './outcomes.ts';

const listed = (customer_id: string): ListedOutcome => ({ customer_id, area: 'geolocation', outcome: '' });
const ALL = [listed('test_pass'), listed('test_fail_vpn')];

test('an id names its outcome by its beginning, and keeps its end under another one', () => {
  expect(outcomeOf(ALL, 'test_pass_7')).toEqual(ALL[0]);
  expect(outcomeOf(ALL, 'cus_7')).toBeNull();
  expect(customerFor(ALL, 'test_pass_7', 'test_fail_vpn')).toBe('test_fail_vpn_7');
  expect(customerFor(ALL, 'test_pass', 'test_fail_vpn')).toBe('test_fail_vpn');
  expect(customerFor(ALL, 'cus_7', 'test_fail_vpn')).toBe('test_fail_vpn_cus_7');
  expect(customerFor(ALL, 'x'.repeat(128), 'test_pass')).toHaveLength(128);
});

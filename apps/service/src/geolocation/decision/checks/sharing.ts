import { MAX_CUSTOMER_INSTALLS, MAX_INSTALL_CUSTOMERS } from '../thresholds.ts';
import { check, fail, pass, skipped } from './check.ts';

export const sharing = check({
  question: 'Do more people use this install, or this person more installs, than a household explains?',
  group: 'history',
  codes: {
    install_many_customers: { fail: 'review', outcomes: ['fail'] },
    customer_many_installs: { fail: 'review', outcomes: ['fail'] },
  },
  run({ history: { sharing: found = null } }) {
    if (found === null) {
      return [
        skipped('install_many_customers', 'not_looked_up'),
        skipped('customer_many_installs', 'not_looked_up'),
      ];
    }
    const { install_customers: customers, customer_installs: installs, household } = found;
    const shared = { customers, limit: MAX_INSTALL_CUSTOMERS, household };
    const spread = { installs, limit: MAX_CUSTOMER_INSTALLS };
    const many = customers !== null && customers > MAX_INSTALL_CUSTOMERS && !household;
    return [
      customers === null
        ? skipped('install_many_customers', 'no_known_install')
        : (many ? fail : pass)('install_many_customers', 0.8, shared),
      (installs > MAX_CUSTOMER_INSTALLS ? fail : pass)('customer_many_installs', 0.8, spread),
    ];
  },
});

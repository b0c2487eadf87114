import type { RetentionClass } from './class.ts';

/** Classes of those who work with the dashboard, and of what they ask it. */
export const OF_STAFF = {
  backtests: {
    what:
      'Back-tests of policy drafts: counts, and which decisions would flip, by the id of the ' +
      'verification; who that is stands in the verification alone',
    tables: ['policy_backtest', 'policy_backtest_flip'],
    kept: '7 days; what is said of one verification, no longer than its evidence',
    set_by: 'fixed',
    at_most: 7,
    end: 'deleted',
    why: 'Whoever publishes a policy sees first what it would change.',
    held: false,
    exported: 'questions about rules; the decisions themselves are exported',
  },
  staff: {
    what:
      'People who use the dashboard: name, e-mail, password as a scrypt hash, second factors, sessions ' +
      'with network and browser, roles, links not yet used',
    tables: [
      'person',
      'person_session',
      'running_export',
      'person_account',
      'person_challenge',
      'person_two_factor',
      'person_passkey',
      'person_link',
      'member',
    ],
    kept:
      'as long as they have an account; a session until 12 hours after its last call, a link until a ' +
      'week after its end',
    set_by: 'fixed',
    at_most: null,
    end: 'deleted',
    why: 'They sign in with it.',
    held: false,
    exported: 'they are staff of the organization, not its customers',
  },
} as const satisfies Record<string, RetentionClass>;

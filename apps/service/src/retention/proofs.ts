import type { RetentionClass } from './class.ts';

/** Classes of what the installation proves about itself. */
export const PROOFS = {
  runs: {
    what: 'Proof of each run of this schedule: when, and how many rows of each class',
    tables: ['retention_run'],
    kept: 'as long as the organization',
    set_by: 'fixed',
    at_most: null,
    end: '–',
    why: 'An auditor can see that the schedule is followed. The role of the service may not delete them.',
    held: true,
    exported: 'numbers about no person',
  },
  erasures: {
    what: 'That a customer was erased: keyed hash, time, how much was deleted',
    tables: ['erasure'],
    kept: 'as long as the organization',
    set_by: 'fixed',
    at_most: null,
    end: '–',
    why:
      'It proves the erasure, keeps an older token from bringing the person back, and names what a ' +
      'restored backup has to erase again.',
    held: true,
    exported: 'whoever was erased cannot be exported',
  },
  audit: {
    what:
      'The audit log: who did what, when, from which network; ids of records and keyed hashes of ' +
      'customers, never names',
    tables: ['audit', 'audit_link', 'audit_head', 'audit_place'],
    kept: 'as long as the organization',
    set_by: 'fixed',
    at_most: null,
    end: '–',
    why:
      'Entries are links of a signed chain, which would break where one is deleted. They name records, ' +
      'and customers by a keyed hash alone.',
    held: true,
    exported: 'its entries repeat by id what the records say',
  },
} as const satisfies Record<string, RetentionClass>;

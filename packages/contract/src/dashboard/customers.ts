import { endpoint } from '../endpoint.ts';
import { nullable } from '../geolocation/decision.ts';
import { closed, id, type Static, Type, text, timestamp } from '../schema.ts';
import { DASHBOARD_API, inEnv, person, WITH_PERSON } from './person.ts';
import { ROLES } from './roles.ts';

const counts = closed({
  verifications: Type.Integer(),
  sessions: Type.Integer(),
  frames: Type.Integer(),
  templates: Type.Integer(),
});

const use = {
  last_at: timestamp(),
  /** Location checks that were counted on it within the last 31 days. */
  checks: Type.Integer(),
};

/** What is kept of one customer beside the timeline. */
export const CustomerAbout = closed({
  /** False: the id was never seen here, or its person was erased. */
  known: Type.Boolean(),
  /** What an erasure would delete now. */
  stored: counts,
  hold: nullable(
    closed({
      hold_id: id('hld'),
      placed_at: timestamp(),
      placed_by: Type.String(),
      until: nullable(timestamp()),
      erasure_asked_at: nullable(timestamp()),
    }),
  ),
  /** The last erasure of this id. A customer who came back since has records again. */
  erased: nullable(closed({ at: timestamp(), counts, finished: Type.Boolean() })),
  /** The last answer to a consent text. A person withdraws it on the page, or through your backend. */
  consent: nullable(
    closed({
      session_id: id('fcs'),
      accepted: Type.Boolean(),
      version: Type.String(),
      at: timestamp(),
      withdrawn_at: nullable(timestamp()),
    }),
  ),
  /** Installs of the last 31 days, the latest first, with the other customers that were seen on each. */
  installs: Type.Array(
    closed({
      ...use,
      first_day: Type.String(),
      /** Of how many; the list has at most 20. */
      others: Type.Integer(),
      /** An analyst declared this customer a member of the install's household. */
      household: Type.Boolean(),
      shared_with: Type.Array(closed({ ...use, customer_id: Type.String() })),
    }),
  ),
});
export type CustomerAbout = Static<typeof CustomerAbout>;

export const aboutCustomer = endpoint({
  ...person(ROLES),
  name: 'dashboardAboutCustomer',
  method: 'GET',
  path: `${DASHBOARD_API}/{org}/{env}/customers/{customer_id}/about`,
  summary: 'What is kept of one customer: counts, hold, erasure, consent, installs shared with others.',
  params: inEnv({ customer_id: text(128) }),
  answer: CustomerAbout,
  errors: WITH_PERSON,
});

export const ABOUT_CUSTOMER_ENDPOINTS = [aboutCustomer] as const;

import { endpoint } from '../../endpoint.ts';
import { nullable } from '../../geolocation/decision.ts';
import { closed, oneOf, type Static, Type, timestamp } from '../../schema.ts';
import { DASHBOARD_API, inOrg, person, WITH_PERSON } from '../person.ts';
import { SEE_BUILD } from '../role-sets.ts';

export const readSystem = endpoint({
  ...person(SEE_BUILD),
  name: 'dashboardSystem',
  method: 'GET',
  path: `${DASHBOARD_API}/{org}/system`,
  summary:
    'What `npx standpoint doctor` checks, as this node sees it; of webhooks only the organization’s own.',
  params: inOrg(),
  answer: closed({
    /** The checks are made at most every five seconds. */
    checked_at: timestamp(),
    findings: Type.Array(
      closed({
        name: Type.String(),
        /** warning: good for now, and it will not stay so by itself. unknown: it could not be found out. */
        state: oneOf('fine', 'warning', 'failing', 'unknown'),
        /**
         * What was found and, when it is not good, what to do about it. Null where it would tell of the machine (paths,
         * hosts, roles of the database) and the caller is no owner or admin.
         */
        says: nullable(Type.String()),
      }),
    ),
    /** Nodes with a sign of life in the last 15 seconds. */
    nodes: Type.Integer(),
    versions: closed({ service: Type.String(), node: Type.String(), database: Type.String() }),
    /** Of the sources of geographic data; null where the source states no date. */
    data: Type.Array(closed({ name: Type.String(), age_days: nullable(Type.Integer()) })),
    addresses: closed({
      base_url: Type.String(),
      sandbox_base_url: Type.String(),
      face_base_url: Type.String(),
      /** Where the service believes that this call comes from. */
      yours: Type.String(),
      trusted_proxies: Type.Integer(),
    }),
  }),
  errors: WITH_PERSON,
});
export type System = Static<typeof readSystem.answer>;

export const SYSTEM_ENDPOINTS = [readSystem] as const;

import { oneOf, type Static } from '../schema.ts';
import { ROLES } from './role-sets.ts';

export * from './role-sets.ts';

/**
 * What a member of an organization may do in the dashboard. The server decides by `roles` of each endpoint.
 *
 * owner: everything. admin: everything but the owners. developer: keys, webhooks, workflows, policies, packages.
 * analyst: records, reviews, exports. reviewer: reviews, and what they need to read for them. auditor: reads
 * everything, the audit log included, and changes nothing.
 */
export const Role = oneOf(...ROLES);
export type Role = Static<typeof Role>;

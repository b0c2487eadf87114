/** Roles as plain names: a page that only shows or hides by role needs no schemas. */
export const ROLES = ['owner', 'admin', 'developer', 'analyst', 'reviewer', 'auditor'] as const;
export type RoleName = (typeof ROLES)[number];

/** Those who run the organization. */
export const MANAGERS: readonly RoleName[] = ['owner', 'admin'];
/** Those who build on the service. */
export const BUILDERS: readonly RoleName[] = [...MANAGERS, 'developer'];
/** Those who see how it is built: builders, and the roles that read everything. */
export const SEE_BUILD: readonly RoleName[] = [...BUILDERS, 'auditor'];
/** Those who decide reviews. */
export const DECIDERS: readonly RoleName[] = [...MANAGERS, 'analyst', 'reviewer'];
/**
 * Those who ask a person to be checked, by a link: builders, whose keys mint the same, and deciders, who ask a person
 * to try again. It starts nothing by itself and shows nothing.
 */
export const ASKERS: readonly RoleName[] = [...BUILDERS, 'analyst', 'reviewer'];
/** Those who take records of people out of the dashboard. */
export const EXPORTERS: readonly RoleName[] = [...MANAGERS, 'analyst', 'auditor'];
export const READ_AUDIT: readonly RoleName[] = [...MANAGERS, 'auditor'];

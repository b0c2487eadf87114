import { BUILDERS, MANAGERS, ROLES, type RoleName } from '@standpoint/contract/dashboard/role-sets';

/** A role in words: what it is for, in a line under its name. */
export const ROLE_WORDS: Record<RoleName, { title: string; line: string }> = {
  owner: { title: 'Owner', line: 'Everything, the other owners included.' },
  admin: { title: 'Admin', line: 'Everything but the owners.' },
  developer: { title: 'Developer', line: 'Keys, packages and webhooks; sees records and limits.' },
  analyst: { title: 'Analyst', line: 'Records of people, reviews and exports.' },
  reviewer: { title: 'Reviewer', line: 'Decides reviews, and sees what is needed for them.' },
  auditor: { title: 'Auditor', line: 'Reads everything and changes nothing.' },
};

/** "Owners, admins and developers". */
export function allOfWords(roles: readonly RoleName[]): string {
  const names = roles.map((role) => `${role}s`);
  const last = names.pop() ?? '';
  const words = names.length > 0 ? `${names.join(', ')} and ${last}` : last;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export interface Person {
  user_id: string;
  role: RoleName;
}

/** Why a member's role cannot be changed by `mine`, in a sentence; null when it can. */
export function unchangeable(member: Person, mine: RoleName, members: readonly Person[]): string | null {
  if (mine !== 'owner' && mine !== 'admin') return 'Owners and admins change roles.';
  if (member.role !== 'owner') return null;
  if (mine !== 'owner') return 'Only an owner changes an owner.';
  return members.filter(({ role }) => role === 'owner').length > 1
    ? null
    : 'The last owner stays an owner. Make another person an owner first.';
}

/** Roles that `mine` may give. */
export const rolesToGive = (mine: RoleName): readonly RoleName[] =>
  mine === 'owner' ? ROLES : mine === 'admin' ? ROLES.filter((role) => role !== 'owner') : [];

export const SECOND_FACTOR_WORDS = {
  totp: 'authenticator app',
  passkey: 'passkey',
  provider: 'from the company’s login',
  none: 'not set up',
} as const;

export const isBuilder = (role: RoleName | null): boolean => role !== null && BUILDERS.includes(role);
export const isManager = (role: RoleName | null): boolean => role !== null && MANAGERS.includes(role);

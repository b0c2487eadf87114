import { BUILDERS, ROLES } from '@standpoint/contract/dashboard/role-sets';
import { describe, expect, it } from 'vitest';
import { allOfWords, rolesToGive, unchangeable } from './role-words.ts';

const ada = { user_id: 'usr_a', role: 'owner' as const };
const bo = { user_id: 'usr_b', role: 'owner' as const };
const cy = { user_id: 'usr_c', role: 'analyst' as const };

describe('who changes whom', () => {
  it('lets owners and admins change everybody below', () => {
    expect(unchangeable(cy, 'owner', [ada, cy])).toBeNull();
    expect(unchangeable(cy, 'admin', [ada, cy])).toBeNull();
    expect(unchangeable(cy, 'developer', [ada, cy])).toMatch('Owners and admins');
  });

  it('leaves owners to owners, and one of them in place', () => {
    expect(unchangeable(ada, 'admin', [ada, bo])).toMatch('Only an owner');
    expect(unchangeable(ada, 'owner', [ada, bo])).toBeNull();
    expect(unchangeable(ada, 'owner', [ada, cy])).toMatch('The last owner');
  });

  it('offers the roles that one may give', () => {
    expect(rolesToGive('owner')).toEqual(ROLES);
    expect(rolesToGive('admin')).not.toContain('owner');
    expect(rolesToGive('auditor')).toEqual([]);
  });
});

it('names roles in a sentence', () => {
  expect(allOfWords(BUILDERS)).toBe('Owners, admins and developers');
  expect(allOfWords(['owner'])).toBe('Owners');
});

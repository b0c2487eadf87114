import type { Environment } from '@standpoint/contract';
import { finishHeld } from '../../src/desk/finish.ts';
import type { TestAnswer } from '../call.ts';
import type { Browser } from '../people.ts';
import type { TestOrganization, TestService } from '../service.ts';

export const APPROVED = { outcome: 'approve', reason: 'Stands on the allowed side' } as const;
export const DECLINED = { outcome: 'decline', reason: 'Not the person', note: 'a note of mine' } as const;

/** The service as it is after so many seconds. */
export const later = ({ deps }: TestService, s: number): TestService['deps'] => ({
  ...deps,
  clock: { now: () => deps.clock.now() + s * 1_000 } as TestService['deps']['clock'],
});

/** Makes final what was held when so many seconds have gone by: what a node does every second. */
export const finish = (service: TestService, after_s = 9): Promise<number> =>
  finishHeld(later(service, after_s));

/** Calls of one person about the reviews of an organization. */
export function atDesk(
  person: Browser,
  { org }: Pick<TestOrganization, 'org'>,
  env: Environment = 'production',
) {
  const base = `/dashboard/api/${org}/${env}/reviews`;
  const post = (path: string, body: unknown = {}): Promise<TestAnswer> =>
    person.call({ path: `${base}${path}`, method: 'POST', body });
  return {
    queue: (query = '') => person.call({ path: `${base}/queue${query}` }),
    open: (id: string) => person.call({ path: `${base}/${id}` }),
    count: () => person.call({ path: `${base}/count` }),
    figures: () => person.call({ path: `${base}/figures` }),
    claim: (id: string, body = {}) => post(`/${id}/claim`, body),
    release: (id: string) => post(`/${id}/release`),
    escalate: (id: string, body: unknown = { reason: 'I know the person' }) => post(`/${id}/escalate`, body),
    decide: (id: string, body: unknown = APPROVED) => post(`/${id}/decide`, body),
    bulk: (body: unknown) => post('/decide', body),
    undo: (hold_id: string) => post('/undo', { hold_id }),
  };
}
export type Desk = ReturnType<typeof atDesk>;

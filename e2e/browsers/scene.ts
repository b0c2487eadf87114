import type { LocalService } from '../../packages/web/src/testing/local-service.ts';
import type { Engine, Pilot } from './pilot.ts';

/** What a story about a friction has. */
export interface Scene {
  pilot: Pilot;
  engine: Engine['name'];
  service: LocalService;
  /** Address of the face app of these stories, on an origin of its own. */
  face: string;
  open(query?: string): Promise<void>;
}

export const csp = (policy: string): string => `?csp=${encodeURIComponent(policy)}`;

/** A path of the face app that says these messages. */
export const said = (...messages: object[]): string =>
  `say/${new URLSearchParams(messages.map((message) => ['m', JSON.stringify(message)]))}`;

export const must = (told: object, ...facts: boolean[]): void => {
  if (facts.includes(false)) throw new Error(JSON.stringify(told));
};

export const portal = (service: LocalService): Promise<string> =>
  service.mint({ workflow_id: 'wf_1' }, 'portal');

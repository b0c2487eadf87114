import type { Browser } from '../people.ts';
import type { TestOrganization, TestService } from '../service.ts';

/** An organization in which a person may do everything. */
export interface World {
  service: TestService;
  org: TestOrganization;
  owner: Browser;
  /** The owner’s call below the organization, or below its production. What it answers; it throws a refusal. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  ask(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<any>;
}

/** What makes one call of an endpoint succeed. */
export interface Way {
  /** Of the path; the organization and `production` are known. */
  values?: Record<string, string>;
  query?: string;
  body?: unknown;
  /** The owner when absent. */
  as?: Browser;
}

/** By the name of the endpoint. Each call prepares what the endpoint changes. */
export type Ways = Record<string, (world: World) => Way | Promise<Way>>;

export function worldOf(service: TestService, org: TestOrganization, owner: Browser): World {
  const ask: World['ask'] = async (method, path, body) => {
    const answer = await owner.call({ method, path: `/dashboard/api/${org.org}${path}`, body });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.data;
  };
  return { service, org, owner, ask };
}

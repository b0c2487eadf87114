import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKey } from '../../apps/service/src/accounts/api-keys.ts';
import { createOrganization } from '../../apps/service/src/accounts/organizations.ts';
import { draft, publish } from '../../apps/service/src/accounts/versions.ts';
import { connect } from '../../apps/service/src/database/connect.ts';
import { startServiceProcess } from '../../e2e/service-process.ts';
import type { Times } from './visit.ts';

const silent = { info() {}, warn() {}, error() {} };

/** Consent is recorded elsewhere, so the page asks for the camera at once. */
const WORKFLOW = { name: 'Bench', consent: { required: false }, handoff: { policy: 'off' as const } };

export interface FaceApp {
  /** Returns the address of a page for a new customer. */
  address(): Promise<string>;
  close(): Promise<void>;
}

/** Runs an installed `standpoint start` with an organization in production. */
export async function openFaceApp(): Promise<FaceApp> {
  const service = await startServiceProcess();
  const close = service.stop;
  try {
    const { base_url } = await service.ready;
    const file = join(service.data_dir, 'run', 'postgres.json');
    const database = connect({ connection: JSON.parse(readFileSync(file, 'utf8')), log: silent, max: 1 });
    const { org } = await createOrganization(database.db, 'Bench');
    const { key } = await createKey(database.db, { org, env: 'production', kind: 'api', name: 'bench' });
    const { id: workflow_id } = (await draft(database.db, 'workflow', org, WORKFLOW))!;
    await publish(database.db, 'workflow', org, workflow_id);
    await database.close();
    let customers = 0;
    return {
      close,
      async address() {
        const response = await fetch(`${base_url}/facecheck/session/portal`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ workflow_id, customer: { customer_id: `bench-${++customers}` } }),
        });
        const { data } = (await response.json()) as { data: { url: string } };
        if (!response.ok) throw new Error(JSON.stringify(data));
        return data.url;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Runs in the page. Presses each button that comes before the camera as soon as it appears, and records
 * when the page receives each result of its worker.
 */
export function goThrough(): void {
  const { times } = globalThis as unknown as { times: Times };
  const press = () => document.querySelector<HTMLElement>('.page.on-primer main .main')?.click();
  new MutationObserver(press).observe(document, { childList: true, subtree: true });
  const Ordinary = Worker;
  globalThis.Worker = class extends Ordinary {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      this.addEventListener('message', ({ data }) => {
        const now = performance.now();
        if (data?.type === 'ready') times.models ??= now;
        if (data?.type !== 'facts') return;
        times.looks.push(now);
        if (data.facts.face) times.face ??= now;
      });
    }
  };
}

import { join as folderOf } from 'node:path';
import { builtFrontEnd, DASHBOARD, FACE_PREVIEW } from '../../apps/service/src/frontends.ts';
import { dashboard } from '../../apps/service/src/pages/dashboard.ts';
import { facePreview } from '../../apps/service/src/pages/face-preview.ts';
import { signIn } from '../../apps/service/src/pages/sign-in.ts';
import { join } from '../../apps/service/src/people/accounts.ts';
import { builtBrowserSdk } from '../../apps/service/src/sdk/browser.ts';
import { browserSdk } from '../../apps/service/src/sdk/serve.ts';
import { standpoint } from '../../apps/service/testing/command.ts';
import { type Browser as Person, signedIn } from '../../apps/service/testing/people.ts';
import { importRelease } from '../../apps/service/testing/registry/release.ts';
import { verified } from '../../apps/service/testing/reviews.ts';
import {
  openTestService,
  type TestOrganization,
  type TestService,
  type TestServiceOptions,
} from '../../apps/service/testing/service.ts';
import { DELIVERING } from '../../apps/service/testing/webhooks/delivering.ts';
import { openReceiver, type Receiver } from '../../apps/service/testing/webhooks/receiver.ts';
import type { Visitor } from '../browser.ts';

/** A service with two organizations of one owner: one with records of every kind, and one that has nothing yet. */
export interface FullStage {
  service: TestService;
  full: TestOrganization;
  empty: TestOrganization;
  owner: Person;
  /** The address of a path of the dashboard, such as `/sign-in`. */
  at(path: string): string;
  /** Signs the owner in there. */
  admit(visitor: Visitor): Promise<void>;
  close(): Promise<void>;
}

interface Amounts {
  verifications: number;
  sessions: number;
}

const quiet = { info() {}, warn() {}, error() {} } as never;

/** `database`: see `openTestService`. */
export async function openFullStage(
  { verifications, sessions }: Amounts,
  { database }: Pick<TestServiceOptions, 'database'> = {},
): Promise<FullStage> {
  const service = await openTestService({
    ...DELIVERING,
    ...(database && { database }),
    listen: 'ports',
    plugins: async (config) => [
      signIn,
      dashboard(await builtFrontEnd(DASHBOARD, config, quiet)),
      browserSdk(await builtBrowserSdk(config)),
      facePreview(await builtFrontEnd(FACE_PREVIEW, config, quiet)),
    ],
  });
  const full = await service.organization('Harbour Bank');
  const empty = await service.organization('Quiet Bank');
  const owner = await signedIn(service, full.org, 'owner');
  await service.database.pool.query(`UPDATE person SET name = 'Ana Ops' WHERE id = $1`, [owner.user_id]);
  await join(service.database.db, empty.org, owner.user_id, 'owner');
  await seed(service, full.org, { verifications, sessions });
  const receiver = await furnish(service, full, owner);
  const { base_url } = service.deps.config;
  return {
    service,
    full,
    empty,
    owner,
    at: (path) => `${base_url}/dashboard${path}`,
    admit: async ({ context }) => {
      const cookies = owner.cookie.split('; ').map((each) => {
        const end = each.indexOf('=');
        return { name: each.slice(0, end), value: each.slice(end + 1), url: base_url };
      });
      await context.addCookies(cookies);
    },
    close: async () => {
      await service.close();
      await receiver.close();
    },
  };
}

/** By the command that operators use. */
async function seed(service: TestService, org: string, { verifications, sessions }: Amounts): Promise<void> {
  const amounts = ['--verifications', `${verifications}`, '--sessions', `${sessions}`];
  const { code, stderr } = await standpoint(['seed', '--org', org, ...amounts, '--json'], {
    ...process.env,
    ...service.variables,
  });
  if (code !== 0) throw new Error(stderr);
}

/** What the seed does not make: keys, a package token and packages, an invitation, and an endpoint with a delivery. */
async function furnish(service: TestService, full: TestOrganization, owner: Person): Promise<Receiver> {
  const { org } = full;
  const post = async (path: string, body: object) => {
    const { status, text } = await owner.call({ path: `/dashboard/api/${org}/${path}`, body });
    if (status !== 200) throw new Error(`${path}: ${text}`);
  };
  const receiver = await openReceiver(204);
  for (const env of ['production', 'sandbox']) {
    await post(`${env}/keys`, { kind: 'api', name: 'Wallet service' });
    await post(`${env}/keys`, { kind: 'results', name: 'Reports', cidrs: ['203.0.113.0/24'] });
  }
  await post('packages', { name: 'Build server' });
  await importRelease(service.database.db, folderOf(service.config.data_dir, 'release'));
  await post('team/invitations', { email: 'bo@harbour.example', role: 'analyst' });
  await post('sandbox/webhooks', { url: receiver.url, types: [], signature: 'hmac', coordinates: false });
  await verified(service, full, 'customer-late', { env: 'sandbox' });
  await receiver.until((got) => got.length > 0);
  return receiver;
}

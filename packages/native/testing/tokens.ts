import { createSecretKey } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import type { Deps } from '../../../apps/service/src/deps.ts';
import { newInstallId } from '../../../apps/service/src/geolocation/preflight/install-id.ts';
import { mintPreflight } from '../../../apps/service/src/geolocation/preflight/token.ts';
import { mint } from '../../../apps/service/src/tokens/mint.ts';
import { BASE, bytesOf, idOf, NOW_MS, ORG, RING, SANDBOX_BASE, uuidOf } from './keys.ts';

/** Tokens of the vectors, minted by the service's own code. */

const EPOCH = '1';
const deps = {
  keys: RING,
  clock: { now: () => NOW_MS },
  epoch: { current: () => EPOCH },
  envelope: { subkey: (name: string) => createSecretKey(bytesOf(name)) },
} as unknown as Deps;

const issuer = (env: Environment) => (env === 'sandbox' ? SANDBOX_BASE : BASE);

export const INSTALL_ID = newInstallId(
  createSecretKey(bytesOf('install')),
  ORG,
  'production',
  NOW_MS,
  bytesOf('install id').subarray(0, 5),
);

interface PreflightOptions {
  name?: string;
  env?: Environment;
  iss?: string;
  sdk?: '0.3' | '0.5';
  origins?: string[];
  transaction_id?: string;
  hop?: number;
}

export function preflightToken({
  name = 'preflight',
  env = 'production',
  iss,
  hop,
  sdk = '0.5',
  ...more
}: PreflightOptions = {}): string {
  const chain =
    hop === undefined ? undefined : { root_jti: uuidOf('root'), root_iat: NOW_MS / 1_000 - 60, hop };
  return mintPreflight(
    deps,
    { env, org: ORG, iss: iss ?? issuer(env), life_s: 300, jti: uuidOf(name), person: {}, chain },
    {
      customer_id: 'customer-1',
      transaction_type: 'deposit',
      sdk,
      ...(sdk === '0.5' && { install_id: INSTALL_ID }),
      ...more,
    },
  ).token;
}

export const WORKFLOW_ID = idOf('wf', 'workflow');

const context = (env: Environment, name: string, life_s?: number) => ({
  env,
  org: ORG,
  iss: issuer(env),
  now: NOW_MS,
  jti: uuidOf(name),
  ...(life_s !== undefined && { life_s }),
});

export const portalTokenOf = (env: Environment = 'production'): string =>
  mint(RING, 'portal', context(env, 'portal'), {
    sub: 'customer-1',
    customer_id: 'customer-1',
    workflow_id: WORKFLOW_ID,
    workflow_version: 3,
    origins: ['https://shop.example'],
    epoch: EPOCH,
  }).token;

export const faceHandoffToken = (): string =>
  mint(RING, 'handoff', context('production', 'handoff'), {
    session_id: idOf('fcs', 'session'),
    handoff_id: idOf('hnd', 'handoff'),
    epoch: EPOCH,
  }).token;

export const verificationToken = (env: Environment = 'production', change: object = {}): string =>
  mint(RING, 'verification', context(env, 'verification', 1_200), {
    sub: 'customer-1',
    verification_id: idOf('ver', 'verification'),
    decision: 'pass',
    reason_codes: [],
    jurisdiction: { country: 'US', subdivision: 'US-NJ' },
    assurance: ['consistent'],
    transaction_type: 'deposit',
    transaction_id: 'order-17',
    install_id: INSTALL_ID,
    ...change,
  }).token;

export const faceResultToken = (change: object = {}): string =>
  mint(RING, 'face_result', context('production', 'face result'), {
    sub: 'customer-1',
    session_id: idOf('fcs', 'session'),
    workflow_id: WORKFLOW_ID,
    decision: 'approved',
    ...change,
  }).token;

const TEN_YEARS_S = 10 * 365 * 86_400;

export const erasureReceipt = (change: object = {}): string =>
  mint(RING, 'erasure_receipt', context('production', 'erasure', TEN_YEARS_S), {
    sub: 'customer-1',
    erased_at: new Date(NOW_MS).toISOString(),
    verifications: 4,
    sessions: 1,
    frames: 9,
    templates: 1,
    ...change,
  }).token;

import { generateKeyPairSync } from 'node:crypto';
import type { Environment, TokenKind } from '@standpoint/contract';
import { newId, newJti } from '../../ids.ts';
import { mint } from '../../tokens/mint.ts';
import { type KeyRing, type KeySet, setOfTwo, thumbprint } from '../../tokens/signing-keys.ts';

const newSet = (): KeySet =>
  setOfTwo(
    generateKeyPairSync('ed25519').privateKey,
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  );

/** Keys that live as long as the mock server. */
export function newRing(): KeyRing {
  const sets = { production: newSet(), sandbox: newSet() };
  return { of: (env: Environment) => sets[env], refresh: async () => undefined };
}

export interface MockToken {
  token: string;
  jti: string;
}

export interface TokenWish {
  kind?: TokenKind;
  /** Hours by which the mock's clock is behind the device's. */
  hours_behind?: number;
  /** Another issuer than this server. */
  iss?: string;
}

/** Mints a token of the mock server: by default a preflight token of the sandbox. */
export function mockToken(
  keys: KeyRing,
  base_url: string,
  { kind = 'preflight', hours_behind = 0, iss = base_url }: TokenWish = {},
): MockToken {
  const { kid, x, y } = keys.of('sandbox').payload.public_jwk as { kid: string; x: string; y: string };
  const jti = newJti();
  const now = Date.now() - hours_behind * 3_600_000;
  const customer = { sub: 'conformance', customer_id: 'conformance' };
  const claims = {
    preflight: {
      ...customer,
      transaction_type: 'login',
      sdk: '0.5',
      install_id: newId('install'),
      attestation_challenge: thumbprint({ kty: 'EC', x: jti }),
      epoch: '1',
      enc: { kid, x, y },
    },
    portal: { ...customer, workflow_id: newId('workflow'), workflow_version: 1, origins: [], epoch: '1' },
  }[kind as 'preflight' | 'portal'];
  const context = { env: 'sandbox' as const, org: newId('organization'), iss, now, jti, life_s: 300 };
  return { token: mint(keys, kind, context, claims).token, jti };
}

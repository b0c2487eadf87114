import { openKeyCache } from '../accounts/key-cache.ts';
import { openOrganizations } from '../accounts/organizations.ts';
import { openPolicies } from '../accounts/policies.ts';
import { openWorkflows } from '../accounts/workflows.ts';
import { RefusedCredentials } from '../audit/refused-credentials.ts';
import { openSharedLimits, type SharedLimits } from '../calls/shared-limits.ts';
import type { Database } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { SdkSeen } from '../developer/sdk-seen.ts';
import { newFaceParts } from '../face/parts.ts';
import { Galleries } from '../face/templates/dedupe/galleries.ts';
import { openAttestation } from '../geolocation/attestation/attestation.ts';
import { openGeography } from '../geolocation/geodata/geography.ts';
import { contradictions, verifications } from '../http/metrics.ts';
import { Tally } from '../overview/tally.ts';
import type { Replacements } from './replacements.ts';

export type Base = Pick<
  Deps,
  'config' | 'log' | 'database' | 'clock' | 'notices' | 'envelope' | 'data_keys' | 'ledger'
>;

export const openAccounts = ({ db }: Database) => ({
  api_keys: openKeyCache(db),
  organizations: openOrganizations(db),
  workflows: openWorkflows(db),
  policies: openPolicies(db),
});

/** What is counted for the metrics. */
export const METERS: Pick<Deps, 'decided' | 'contradicted'> = {
  decided: (env, decision) => verifications.inc({ env, decision }),
  contradicted: (area, env) => contradictions.inc({ area, env }),
};

/** What is counted in memory and written down every minute. */
export const openCounts = () => ({
  refused: new RefusedCredentials(),
  sdk_seen: new SdkSeen(),
  tally: new Tally(),
});

export const openShared = async (
  { config, envelope, log }: Base,
  { redis }: Replacements,
): Promise<SharedLimits | null> =>
  config.redis_url === null
    ? null
    : openSharedLimits({ url: config.redis_url, subkey: envelope.subkey('limits'), log, ...redis });

export function openGeolocation({ config, clock, log }: Base, { bundled }: Replacements) {
  const { places, network, snapshot } = openGeography(
    config.data_dir,
    (message) => log.warn({}, message),
    bundled,
  );
  const attestation = openAttestation(
    config.data_dir,
    () => clock.now(),
    (error) => log.warn({ err: error }, 'The list of revoked attestation keys cannot be read.'),
  );
  const lists_tried = new Map<string, number>();
  return { places, network, snapshot, refused_snapshot: null, lists_tried, attestation };
}

export const openFace = (base: Base, { face }: Replacements) => ({
  face: { ...newFaceParts(base.config), ...face },
  pinned_workflows: new Map(),
  transforms: new Map(),
  galleries: new Galleries(base, base.config.gallery_mb * 2 ** 20),
});

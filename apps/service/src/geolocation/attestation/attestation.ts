import { openRevocations, type Revocations } from './android-key/revocation.ts';
import { openPlayDecoder, type PlayDecoder } from './play-integrity/decoder.ts';
import { PINNED, type TrustAnchors } from './roots.ts';

/**
 * The anchors, lists and services that attestations are checked against, beside the organization's own apps.
 */
export interface Attestation {
  anchors: TrustAnchors;
  revocations: Revocations;
  play: PlayDecoder;
}

export const openAttestation = (
  data_dir: string,
  now: () => number,
  warn: (error: unknown) => void,
): Attestation => ({
  anchors: PINNED,
  revocations: openRevocations(data_dir, warn),
  play: openPlayDecoder(data_dir, now),
});

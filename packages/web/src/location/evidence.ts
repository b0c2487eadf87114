import type { Evidence } from '@standpoint/contract';
import { readSignals, type startProbes } from '../signals/all.ts';
import { SDK_VERSION } from '../version.ts';
import type { PositionFacts } from './position.ts';

/** The evidence of one attempt. Absent is not false: a value that could not be read is left out. */
export const makeEvidence = async (
  purpose: 'verify' | 'collect',
  { search, ...found }: PositionFacts,
  probes: ReturnType<typeof startProbes>,
  more: Pick<Evidence, 'jti' | 'install_id' | 'ip_stamp' | 'nonce'>,
): Promise<Evidence> => {
  const signals = await readSignals(probes, search);
  return {
    attempt_id: crypto.randomUUID(),
    purpose,
    collected_at: new Date().toISOString(),
    platform: 'web',
    sdk: { name: '@standpoint/web', version: SDK_VERSION },
    ...found,
    ...signals,
    ...more,
  };
};

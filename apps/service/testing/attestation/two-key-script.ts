import type { Evidence, Integrity } from '@standpoint/contract';
import { attestationBinding } from '../../src/geolocation/attestation/binding.ts';
import { claimsOf, seal } from '../browser-payload.ts';
import type { AddressAndClock, deviceKey } from '../face/face.ts';

/** The parts of a service that a script needs: its HTTP interface, its address and its time. */
export interface Reachable extends AddressAndClock {
  call(options: {
    path: string;
    token?: string;
    body?: unknown;
    headers?: Record<string, string>;
    ip?: string;
    // biome-ignore lint/suspicious/noExplicitAny: answers of any endpoint
  }): Promise<{ status: number; data: any }>;
}

type Prove = (binding: Buffer) => Integrity;

export interface Script {
  /** Evidence of the asking device, made again for each of its two tries. */
  asker: () => Evidence;
  /** Evidence of the second device. */
  phone: () => Evidence;
  /** The key that the script redeems the code with, and proves on each of the phone's calls. */
  key?: ReturnType<typeof deviceKey>;
  /** The attestations of the phone and of the asker's last try. */
  attested?: { phone?: Prove; asker?: Prove };
  /** Runs between the phone's decision and the asker's. */
  meanwhile?: () => Promise<void>;
  ip?: string;
}

/**
 * One program that plays both devices of a location hand-off, over HTTP alone. It sees no screen: the number
 * that a person would read on one and type on the other comes from the status call. `final` is the last
 * answer to the asker, which is the first one when no code was offered.
 */
export async function playBothDevices(service: Reachable, token: string, script: Script) {
  const { key, ip, attested } = script;
  const verify = async (own: string, prove?: Prove) => {
    const payload = await sealed(own, '/geolocation/verify', script.asker(), prove);
    return service.call({ path: '/geolocation/verify', token: own, body: { payload }, ip });
  };
  const asked = await verify(token);
  const { handoff, next_token: next } = asked.data;
  if (!handoff) return { asked, told: null, final: asked };
  const redeemed = await service.call({
    path: `/facecheck/short-code?code=${handoff.code}`,
    headers: key?.codeProof(service, handoff.code),
    ip,
  });
  const { handoff_token } = redeemed.data;
  const onPhone = (path: string, body: unknown) =>
    service.call({
      path,
      token: handoff_token,
      body,
      headers: key?.proof(service, 'POST', path, handoff_token),
      ip,
    });
  const { data } = await service.call({ path: '/geolocation/handoff/status', token: next, ip });
  await onPhone('/geolocation/handoff/confirm', { number: data.number });
  const path = '/geolocation/handoff/verify';
  const payload = await sealed(handoff_token, path, script.phone(), attested?.phone);
  const told = await onPhone(path, { payload });
  await script.meanwhile?.();
  return { asked, told, final: await verify(next, attested?.asker) };
}

async function sealed(token: string, path: string, evidence: Evidence, prove?: Prove): Promise<string> {
  const claims = claimsOf(token);
  const core = JSON.stringify({ ...evidence, jti: claims.jti });
  const integrity = prove?.(attestationBinding(claims, core)) ?? { kind: 'none' };
  return seal(token, evidence, { path, content: JSON.stringify({ core, integrity }) });
}

import type { Environment, Evidence } from '@standpoint/contract';
import { browserEvidence, seal } from './browser-payload.ts';
import type { deviceKey } from './face/face.ts';
import type { TestAnswer, TestOrganization, TestService } from './service.ts';

/** Options of a desktop that has no position, and of the phone that may help it. */
interface AskOptions {
  env?: Environment;
  body?: object;
  evidence?: Partial<Evidence>;
  headers?: Record<string, string>;
  ip?: string;
  /** The phone's key: the phone redeems with it, and proves it on each call. */
  key?: ReturnType<typeof deviceKey>;
}

export const NO_POSITION: Partial<Evidence> = {
  positions: [],
  permission: { state: 'denied' },
  position_error: 'permission_denied',
};

export const verifyWith = async (
  service: TestService,
  token: string,
  evidence: Partial<Evidence> = {},
  { headers, ip }: Pick<AskOptions, 'headers' | 'ip'> = {},
): Promise<TestAnswer> => {
  const payload = await seal(token, browserEvidence(evidence, service.deps.clock.now()));
  return service.call({ path: '/geolocation/verify', token, body: { payload }, headers, ip });
};

/** The first verification of a desktop. Its answer has `handoff` when a phone may take over. */
export async function askPhone(
  service: TestService,
  org: TestOrganization,
  { env = 'production', body, evidence = NO_POSITION, headers, ip }: AskOptions = {},
): Promise<TestAnswer> {
  const minted = await service.call({
    path: '/geolocation/preflight',
    token: org.api[env],
    body: { customer_id: 'asker', transaction_type: 'deposit', ...body },
  });
  if (minted.status !== 200) throw new Error(minted.text);
  return verifyWith(service, minted.data.token, evidence, { headers, ip });
}

export const redeemCode = (
  service: TestService,
  code: string,
  headers: Record<string, string> = {},
  ip?: string,
): Promise<TestAnswer> => service.call({ path: `/facecheck/short-code?code=${code}`, headers, ip });

export const statusOf = (service: TestService, token: string, query = ''): Promise<TestAnswer> =>
  service.call({ path: `/geolocation/handoff/status${query}`, token });

/** A phone with a hand-off JWT, and with the key that the JWT is bound to. */
export const locationPhone = (service: TestService, token: string, key?: AskOptions['key']) => ({
  token,
  proof: (path: string) => key?.proof(service, 'POST', path, token),
  confirm(number: string, headers?: Record<string, string>) {
    const path = '/geolocation/handoff/confirm';
    return service.call({ path, token, body: { number }, headers: headers ?? this.proof(path) });
  },
  deny() {
    const path = '/geolocation/handoff/deny';
    return service.call({ path, token, body: {}, headers: this.proof(path) });
  },
  payload: (evidence: Partial<Evidence> = {}) =>
    seal(token, browserEvidence(evidence, service.deps.clock.now()), {
      path: '/geolocation/handoff/verify',
    }),
  async verify(evidence: Partial<Evidence> = {}, call: Pick<AskOptions, 'headers' | 'ip'> = {}) {
    const payload = await this.payload(evidence);
    const path = '/geolocation/handoff/verify';
    return service.call({ path, token, body: { payload }, headers: this.proof(path), ...call });
  },
});

/** A desktop that asked and a phone that redeemed; `number` is the number on the desktop. */
export async function locationHandedOff(
  service: TestService,
  org: TestOrganization,
  options: AskOptions = {},
) {
  const asked = await askPhone(service, org, options);
  if (!asked.data.handoff) throw new Error(`no hand-off: ${asked.text}`);
  const { key } = options;
  const { code } = asked.data.handoff;
  const redeemed = await redeemCode(service, code, key?.codeProof(service, code));
  if (redeemed.status !== 200) throw new Error(`redeem: ${redeemed.text}`);
  const next: string = asked.data.next_token;
  const number: string = (await statusOf(service, next)).data.number;
  return { asked, redeemed, next, number, phone: locationPhone(service, redeemed.data.handoff_token, key) };
}

import type { Evidence, Integrity, PreflightClaims } from '@standpoint/contract';
import type { Config } from '../config.ts';
import type { Device } from '../device.ts';
import type { DeviceSignalsProvider } from '../providers/provider.ts';
import { randomId } from '../random-id.ts';
import { toBase64url } from '../sealing/bytes.ts';
import type { Cryptography } from '../sealing/operations.ts';
import { attestationBinding, type Sealed, seal } from '../sealing/seal.ts';
import { within } from '../stop.ts';
import type { Tools } from '../tools.ts';
import { SDK_NAME, signature } from '../version.ts';
import { type Found, readClocks } from './positions.ts';

/** Time for the native module to look at the device, and to ask the platform for an attestation. */
const SIGNALS_MS = 3_000;
const ATTEST_MS = 15_000;

/** Native signals of the interface, with the type of each. */
const SIGNALS: Record<string, 'boolean' | 'number' | 'string'> = {
  mock_provider: 'boolean',
  simulated_by_software: 'boolean',
  produced_by_accessory: 'boolean',
  emulator: 'boolean',
  rooted: 'boolean',
  jailbroken: 'boolean',
  hooking_framework: 'boolean',
  cloned_app: 'boolean',
  screen_shared: 'boolean',
  remote_control: 'boolean',
  debugger: 'boolean',
  mock_app: 'string',
  app_version: 'string',
  boot_count: 'number',
};
const TEXT_LENGTHS: Record<string, number> = { mock_app: 200, app_version: 64 };
/** Other facts are recorded as facts of the device, up to this many. */
const MOST_FACTS = 40;

type Facts = Awaited<ReturnType<DeviceSignalsProvider['collect']>>;

/**
 * Facts of a provider in two groups. A fact of a wrong type is recorded and not judged: it must not make the whole
 * evidence unreadable. Null is unknown, and absent is not false.
 */
const sortFacts = (facts: Facts): { signals: Record<string, unknown>; device: Record<string, unknown> } => {
  const signals: Record<string, unknown> = {};
  const device: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(facts)) {
    const kind = Object.hasOwn(SIGNALS, name) ? SIGNALS[name] : undefined;
    const count = kind !== 'number' || (Number.isInteger(value) && Number(value) >= 0);
    if (value === null || value === undefined || value === '' || Number.isNaN(value)) continue;
    if (typeof value === kind && count) {
      signals[name] = typeof value === 'string' ? value.slice(0, TEXT_LENGTHS[name]) : value;
    } else if (Object.keys(device).length < MOST_FACTS && name.length <= 64) {
      device[name] = typeof value === 'string' ? value.slice(0, 300) : value;
    }
  }
  return { signals, device };
};

const collectFacts = async (provider: DeviceSignalsProvider | undefined): Promise<Facts | undefined> => {
  try {
    return (await within(Promise.resolve(provider?.collect()), SIGNALS_MS)) ?? undefined;
  } catch {
    return undefined;
  }
};

const clock = (): NonNullable<Evidence['clock']> => {
  const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions();
  return {
    ...readClocks(),
    // Without time zone data an engine says nothing: then UTC's name would be a guess.
    time_zone: timeZone?.slice(0, 64),
    utc_offset_min: -new Date().getTimezoneOffset() || 0,
    locale: locale.slice(0, 64),
    languages: [locale.slice(0, 64)],
  };
};

/** What the system says of a made-up position, under the name that its platform has for it. */
const mockSignal = ({ platform }: Device, mocked: boolean | undefined) =>
  mocked === undefined ? {} : { [platform === 'ios' ? 'simulated_by_software' : 'mock_provider']: mocked };

/** The evidence of one attempt. Absent is not false: a value that could not be read is left out. */
export const makeEvidence = async (
  tools: Tools,
  cryptography: Cryptography,
  purpose: 'verify' | 'collect',
  { mocked, track, ...found }: Found,
  more: Pick<Evidence, 'jti' | 'ip_stamp' | 'nonce'>,
): Promise<Evidence> => {
  const facts = sortFacts((await collectFacts(tools.signals)) ?? {});
  return {
    attempt_id: randomId(cryptography),
    purpose,
    collected_at: new Date().toISOString(),
    platform: tools.device.platform,
    sdk: { name: SDK_NAME, version: tools.config.line.version },
    ...found,
    clock: clock(),
    device: { ...tools.device.facts, ...facts.device },
    signals: {
      ...facts.signals,
      ...mockSignal(tools.device, mocked),
      clock_track: [...track, readClocks()],
    },
    ...more,
  };
};

const FIELDS = ['key_id', 'attestation', 'assertion', 'chain', 'signature', 'package', 'token'] as const;

/**
 * The attestation of this exact evidence. A device that cannot attest sends `none`: the policy decides what that
 * means.
 */
export const attest = async (
  { attestation, config }: Tools,
  cryptography: Cryptography,
  claims: Pick<PreflightClaims, 'jti' | 'attestation_challenge'>,
  core: string,
): Promise<Integrity> => {
  if (attestation.kind === 'none') return { kind: 'none' };
  try {
    const binding = toBase64url(await attestationBinding(cryptography, claims, core));
    const answer = await within(Promise.resolve(attestation.attest(binding)), ATTEST_MS);
    if (answer?.format !== attestation.kind) throw new Error(answer ? 'another format' : 'no answer');
    const statement = JSON.parse(answer.statement) as Record<string, unknown>;
    const known = FIELDS.filter((name) => statement[name] !== undefined);
    if (known.length === 0) throw new Error('an empty statement');
    return { kind: attestation.kind, ...Object.fromEntries(known.map((name) => [name, statement[name]])) };
  } catch (cause) {
    config.log(`attestation: ${(cause as Error)?.message ?? 'failed'}`, 'warn');
    return { kind: 'none' };
  }
};

/** Seals for the token. Only a token whose payload key is no key can make this fail. */
export const sealed = async (
  config: Config,
  cryptography: Cryptography,
  what: Omit<Sealed, 'sdk'>,
): Promise<string> => {
  try {
    return await seal(cryptography, { ...what, sdk: signature(config.line) });
  } catch (cause) {
    throw config.error('token_invalid', { detail: 'its payload key is no key,', cause });
  }
};

import type { AndroidApp } from '../android-key/android-key.ts';
import { type Report, Steps } from '../report.ts';

export interface PlayQuestion {
  /**
   * The value that `requestHash` (or, in a classic request, `nonce`) must hold. Null: not checked (only in a
   * report).
   */
  binding: Buffer | null;
  /** Null: the app is not checked. */
  apps: readonly (AndroidApp & { min_version_code?: number })[] | null;
  /** Time of receipt, Unix milliseconds. */
  at_ms: number;
  /** Whether test answers, set in Google's console, are accepted: only in the sandbox. */
  testing_allowed: boolean;
}

interface PlayStatement {
  package: string | null;
  at: string | null;
  recognition: string | null;
  version_code: number | null;
  device: string[];
  licensing: string | null;
  play_protect: string | null;
  /** Other apps that can see or steer the screen, e.g. `UNKNOWN_CONTROLLING`. */
  access_risk: string[];
  location_spoofing: string[];
  testing: boolean;
}

/** A verdict made longer than this before or after receipt belongs to another request. */
const FRESH_MS = 5 * 60_000;
/** BASIC tells nothing about the boot state, and VIRTUAL is an emulator. */
const GENUINE = ['MEETS_DEVICE_INTEGRITY', 'MEETS_STRONG_INTEGRITY'];

/**
 * A part of the verdict; an empty object when it is missing, so that each missing value fails its own step.
 */
type Part = Record<string, unknown>;
const part = (value: unknown): Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Part) : {};
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const texts = (value: unknown): string[] | null =>
  Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : null;
/** Google writes 64-bit numbers as text. */
const wholeNumber = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
};

/**
 * Evaluates a decoded Play Integrity verdict (developer.android.com/google/play/integrity/verdicts), with or
 * without the outer `tokenPayloadExternal`. Only the listed labels count; missing, empty and unknown labels
 * fail. Pure.
 */
export function evaluatePlayIntegrity(verdict: unknown, question: PlayQuestion): Report<PlayStatement> {
  const steps = new Steps();
  const outer = part(verdict);
  const payload = part(outer.tokenPayloadExternal ?? verdict);
  const request = part(payload.requestDetails);
  const shaped = Object.keys(request).length > 0;
  steps.note('decode', shaped, shaped ? 'a verdict' : 'no requestDetails', 'attestation_malformed');
  if (!shaped) return { steps: steps.list, statement: null };
  const statement = read(payload, request);
  bindingStep(steps, request, question.binding);
  timeStep(steps, statement, request, question.at_ms);
  const real = question.testing_allowed || !statement.testing;
  steps.note('testing', real, statement.testing ? 'a test answer' : 'a real answer');
  appSteps(steps, statement, part(payload.appIntegrity), question.apps);
  deviceStep(steps, statement, part(payload.deviceIntegrity).deviceRecognitionVerdict);
  const spoofing = statement.location_spoofing.filter((risk) => risk.startsWith('HIGH'));
  if (statement.location_spoofing.length === 0) steps.skip('location_spoofing', 'not stated');
  else
    steps.note(
      'location_spoofing',
      spoofing.length === 0,
      spoofing.join(', ') || 'not high',
      'location_spoofing_risk',
    );
  return { steps: steps.list, statement };
}

function read(payload: Part, request: Part): PlayStatement {
  const [app, device, environment] = [
    part(payload.appIntegrity),
    part(payload.deviceIntegrity),
    part(payload.environmentDetails),
  ];
  const at = wholeNumber(request.timestampMillis);
  return {
    package: text(request.requestPackageName),
    at: at === null || at > 8.64e15 ? null : new Date(at).toISOString(),
    recognition: text(app.appRecognitionVerdict),
    version_code: wholeNumber(app.versionCode),
    device: texts(device.deviceRecognitionVerdict) ?? [],
    licensing: text(part(payload.accountDetails).appLicensingVerdict),
    play_protect: text(environment.playProtectVerdict),
    access_risk: texts(part(environment.appAccessRiskVerdict).appsDetected) ?? [],
    location_spoofing: texts(environment.locationSpoofingRiskVerdict) ?? [],
    // Any value except absence or false counts as a test, so that an odd value cannot read as "real".
    testing: ![undefined, false].includes(part(payload.testingDetails).isTestingResponse as never),
  };
}

/**
 * True when `text` is exactly these bytes: in base64 or base64url with or without padding, in hex, or
 * verbatim.
 */
function holds(value: unknown, binding: Buffer): boolean {
  if (typeof value !== 'string' || binding.length === 0) return false;
  const plain = value
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
  return (
    plain === binding.toString('base64url') ||
    value === binding.toString('hex') ||
    Buffer.from(value).equals(binding)
  );
}

function bindingStep(steps: Steps, request: Part, binding: Buffer | null): void {
  if (binding === null) {
    steps.skip('request', 'none was given');
    return;
  }
  const { requestHash, nonce } = request;
  // Two claims could name two requests, so exactly one may be present.
  const one = (requestHash === undefined) !== (nonce === undefined);
  const same = one && holds(requestHash ?? nonce, binding);
  steps.note('request', same, same ? 'is ours' : 'made for another request');
}

function timeStep(steps: Steps, { at }: PlayStatement, request: Part, at_ms: number): void {
  const made = wholeNumber(request.timestampMillis);
  const fresh = made !== null && Math.abs(at_ms - made) <= FRESH_MS;
  steps.note('time', fresh, at ?? 'not stated');
}

function appSteps(steps: Steps, statement: PlayStatement, app: Part, apps: PlayQuestion['apps']): void {
  const code = 'app_not_recognized' as const;
  const recognized = statement.recognition === 'PLAY_RECOGNIZED';
  steps.note('recognition', recognized, statement.recognition ?? 'not stated', code);
  if (apps === null) {
    steps.skip('app', 'none was given');
    return;
  }
  const known = apps.find((each) => each.package === statement.package && each.package === app.packageName);
  steps.note('app', known !== undefined, statement.package ?? 'not stated', code);
  const digests = (texts(app.certificateSha256Digest) ?? []).map(hexOf);
  const wantedDigests = known?.digests ?? [];
  const signed = digests.length > 0 && digests.every((digest) => wantedDigests.includes(digest));
  if (known?.digests === null) steps.skip('digest', 'none was given');
  else steps.note('digest', signed, signed ? 'the operator’s' : 'none, or not the operator’s', code);
  const wanted = known?.min_version_code;
  if (wanted === undefined) return;
  const version = statement.version_code;
  steps.note(
    'version',
    version !== null && version >= wanted,
    `${version ?? 'not stated'}, at least ${wanted}`,
    code,
  );
}

const hexOf = (digest: string): string => Buffer.from(digest, 'base64url').toString('hex');

/** Checks by membership: a list without any known good label is not good. */
function deviceStep(steps: Steps, { device }: PlayStatement, stated: unknown): void {
  const genuine = texts(stated) !== null && device.some((label) => GENUINE.includes(label));
  steps.note('device', genuine, device.join(', ') || 'no label', 'device_integrity_low');
}

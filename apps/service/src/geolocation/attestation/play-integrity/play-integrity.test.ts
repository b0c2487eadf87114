import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { mutant } from '../../../../testing/mutant.ts';
import { codesOf } from '../report.ts';
import { evaluatePlayIntegrity, type PlayQuestion } from './play-integrity.ts';

const AT = Date.UTC(2026, 10, 21);
const binding = randomBytes(32);
const DIGEST = 'cd'.repeat(32);
const question: PlayQuestion = {
  binding,
  apps: [{ package: 'com.example.bank', digests: [DIGEST], min_version_code: 40 }],
  at_ms: AT,
  testing_allowed: false,
};

/** A genuine answer of a standard request. */
const honest = () => ({
  requestDetails: {
    requestPackageName: 'com.example.bank',
    requestHash: binding.toString('base64url'),
    timestampMillis: String(AT - 2_000),
  } as Record<string, unknown>,
  appIntegrity: {
    appRecognitionVerdict: 'PLAY_RECOGNIZED',
    packageName: 'com.example.bank',
    certificateSha256Digest: [Buffer.from(DIGEST, 'hex').toString('base64url')],
    versionCode: '42',
  } as Record<string, unknown>,
  deviceIntegrity: { deviceRecognitionVerdict: ['MEETS_DEVICE_INTEGRITY'] } as Record<string, unknown>,
  accountDetails: { appLicensingVerdict: 'LICENSED' } as Record<string, unknown>,
  environmentDetails: {} as Record<string, unknown>,
  testingDetails: undefined as Record<string, unknown> | undefined,
});
type Verdict = ReturnType<typeof honest>;
type Edit = (verdict: Verdict) => unknown;
const made = (edit: Edit): unknown => {
  const verdict = honest();
  const other = edit(verdict);
  return other === undefined ? verdict : other;
};
const codes = (verdict: unknown, change: Partial<PlayQuestion> = {}) =>
  codesOf(evaluatePlayIntegrity(verdict, { ...question, ...change }));
const part =
  (name: keyof Verdict, change: Record<string, unknown>): Edit =>
  (verdict) => {
    Object.assign(verdict[name] as object, change);
  };
const device = (labels: unknown) => part('deviceIntegrity', { deviceRecognitionVerdict: labels });
const request = (change: Record<string, unknown>) => part('requestDetails', change);
const app = (change: Record<string, unknown>) => part('appIntegrity', change);

const ACCEPTED: Record<string, Edit> = {
  'a plain one': () => undefined,
  'one inside of tokenPayloadExternal': (v) => ({ tokenPayloadExternal: v }),
  'strong integrity beside device integrity': device([
    'MEETS_STRONG_INTEGRITY',
    'MEETS_DEVICE_INTEGRITY',
    'MEETS_BASIC_INTEGRITY',
  ]),
  'strong integrity alone': device(['MEETS_STRONG_INTEGRITY']),
  'a label that is not known beside a good one': device(['MEETS_DEVICE_INTEGRITY', 'MEETS_LATER_INTEGRITY']),
  'a time as a number': request({ timestampMillis: AT }),
  'a version as a number': app({ versionCode: 40 }),
  'padded base64 in requestHash': request({ requestHash: binding.toString('base64') }),
  'hex in requestHash': request({ requestHash: binding.toString('hex') }),
  'a nonce of a classic request': request({ requestHash: undefined, nonce: binding.toString('base64url') }),
  'no licence (it is a signal only)': part('accountDetails', { appLicensingVerdict: 'UNLICENSED' }),
  'another app that could see the screen (a signal)': part('environmentDetails', {
    appAccessRiskVerdict: { appsDetected: ['UNKNOWN_INSTALLED', 'KNOWN_CAPTURING'] },
  }),
  'a low risk of location spoofing': part('environmentDetails', {
    locationSpoofingRiskVerdict: ['LOW_RISK_DEVICE'],
  }),
  'isTestingResponse false': (v) => ({ ...v, testingDetails: { isTestingResponse: false } }),
};

const REFUSED: Record<string, [Edit, string]> = {
  nothing: [() => null, 'attestation_malformed'],
  'an empty object': [() => ({}), 'attestation_malformed'],
  'a list': [() => [], 'attestation_malformed'],
  text: [() => 'verdict', 'attestation_malformed'],
  'no request details': [(v) => ({ ...v, requestDetails: undefined }), 'attestation_malformed'],
  'empty request details': [(v) => ({ ...v, requestDetails: {} }), 'attestation_malformed'],
  'another request hash': [
    request({ requestHash: randomBytes(32).toString('base64url') }),
    'attestation_invalid',
  ],
  'no request hash': [request({ requestHash: undefined }), 'attestation_invalid'],
  'an empty request hash': [request({ requestHash: '' }), 'attestation_invalid'],
  'a request hash that is a list': [
    request({ requestHash: [binding.toString('base64url')] }),
    'attestation_invalid',
  ],
  'a hash and a nonce': [request({ nonce: binding.toString('base64url') }), 'attestation_invalid'],
  'the hash cut short': [
    request({ requestHash: binding.subarray(0, 31).toString('base64url') }),
    'attestation_invalid',
  ],
  'a hash with something after it': [
    request({ requestHash: `${binding.toString('base64url')}AA` }),
    'attestation_invalid',
  ],
  'a time six minutes ago': [request({ timestampMillis: String(AT - 360_000) }), 'attestation_invalid'],
  'a time six minutes ahead': [request({ timestampMillis: String(AT + 360_000) }), 'attestation_invalid'],
  'no time': [request({ timestampMillis: undefined }), 'attestation_invalid'],
  'a time in words': [request({ timestampMillis: 'now' }), 'attestation_invalid'],
  'a time that is no number': [request({ timestampMillis: Number.NaN }), 'attestation_invalid'],
  'a testing answer': [(v) => ({ ...v, testingDetails: { isTestingResponse: true } }), 'attestation_invalid'],
  'a testing answer in words': [
    (v) => ({ ...v, testingDetails: { isTestingResponse: 'true' } }),
    'attestation_invalid',
  ],
  'another package asked': [request({ requestPackageName: 'com.example.other' }), 'app_not_recognized'],
  'no package asked': [request({ requestPackageName: undefined }), 'app_not_recognized'],
  'another package answered': [app({ packageName: 'com.example.other' }), 'app_not_recognized'],
  'no package answered': [app({ packageName: undefined }), 'app_not_recognized'],
  'an unrecognized version': [app({ appRecognitionVerdict: 'UNRECOGNIZED_VERSION' }), 'app_not_recognized'],
  'an app that was not evaluated': [app({ appRecognitionVerdict: 'UNEVALUATED' }), 'app_not_recognized'],
  'no recognition': [app({ appRecognitionVerdict: undefined }), 'app_not_recognized'],
  'a recognition in small letters': [app({ appRecognitionVerdict: 'play_recognized' }), 'app_not_recognized'],
  'no app integrity': [(v) => ({ ...v, appIntegrity: undefined }), 'app_not_recognized'],
  'another signing certificate': [
    app({ certificateSha256Digest: [randomBytes(32).toString('base64url')] }),
    'app_not_recognized',
  ],
  'one certificate more': [
    app({
      certificateSha256Digest: [
        Buffer.from(DIGEST, 'hex').toString('base64url'),
        randomBytes(32).toString('base64url'),
      ],
    }),
    'app_not_recognized',
  ],
  'no signing certificate': [app({ certificateSha256Digest: [] }), 'app_not_recognized'],
  'no list of certificates': [app({ certificateSha256Digest: undefined }), 'app_not_recognized'],
  'a certificate as text': [app({ certificateSha256Digest: DIGEST }), 'app_not_recognized'],
  'an older version': [app({ versionCode: '39' }), 'app_not_recognized'],
  'no version': [app({ versionCode: undefined }), 'app_not_recognized'],
  'a negative version': [app({ versionCode: -1 }), 'app_not_recognized'],
  'basic integrity alone': [device(['MEETS_BASIC_INTEGRITY']), 'device_integrity_low'],
  'virtual integrity alone': [device(['MEETS_VIRTUAL_INTEGRITY']), 'device_integrity_low'],
  'an unknown label': [device(['MEETS_LATER_INTEGRITY']), 'device_integrity_low'],
  'no label': [device([]), 'device_integrity_low'],
  'no list of labels': [device(undefined), 'device_integrity_low'],
  'a label as text': [device('MEETS_DEVICE_INTEGRITY'), 'device_integrity_low'],
  'a label that is no text': [device([{}, 'MEETS_DEVICE_INTEGRITY']), 'device_integrity_low'],
  'a label in small letters': [device(['meets_device_integrity']), 'device_integrity_low'],
  'UNEVALUATED as a label': [device(['UNEVALUATED']), 'device_integrity_low'],
  'no device integrity': [(v) => ({ ...v, deviceIntegrity: undefined }), 'device_integrity_low'],
  'a high risk of location spoofing on the device': [
    part('environmentDetails', { locationSpoofingRiskVerdict: ['HIGH_RISK_DEVICE'] }),
    'location_spoofing_risk',
  ],
  'a high risk in the network': [
    part('environmentDetails', { locationSpoofingRiskVerdict: ['LOW_RISK_DEVICE', 'HIGH_RISK_NETWORK'] }),
    'location_spoofing_risk',
  ],
};

describe('a Play Integrity verdict', () => {
  it('is tried in at least 40 shapes', () => {
    expect(Object.keys(REFUSED).length).toBeGreaterThanOrEqual(40);
  });

  it.each(Object.entries(ACCEPTED))('is accepted: %s', (_, edit) => {
    expect(codes(made(edit))).toEqual([]);
  });

  it.each(Object.entries(REFUSED))('is refused: %s', (_, [edit, code]) => {
    expect(codes(made(edit))).toContain(code);
  });

  it('is accepted in the sandbox only when it was made up for tests', () => {
    const verdict = { ...honest(), testingDetails: { isTestingResponse: true } };
    expect([codes(verdict), codes(verdict, { testing_allowed: true })]).toEqual([
      ['attestation_invalid'],
      [],
    ]);
  });

  it('is refused when no app is configured', () => {
    expect(codes(honest(), { apps: [] })).toEqual(['app_not_recognized']);
  });

  it.each<[string, string, string, string]>([
    [
      'the request',
      'another request hash',
      'const same = one && holds(requestHash ?? nonce, binding);',
      'const same = true;',
    ],
    ['time', 'a time six minutes ago', 'Math.abs(at_ms - made) <= FRESH_MS', 'true'],
    ['testing answers', 'a testing answer', 'question.testing_allowed || !statement.testing', 'true'],
    ['the device', 'basic integrity alone', 'device.some((label) => GENUINE.includes(label))', 'true'],
  ])('would pass without the check of %s', async (_, shape, from, to) => {
    const lax = await mutant<typeof import('./play-integrity.ts')>(
      'geolocation/attestation/play-integrity/play-integrity.ts',
      [from, to],
    );
    expect(codesOf(lax.evaluatePlayIntegrity(made(REFUSED[shape]![0]), question))).toEqual([]);
  });
});

import { createHash, type X509Certificate } from 'node:crypto';
import { verifyKeyAttestation } from '../../geolocation/attestation/android-key/android-key.ts';
import {
  parseRevocations,
  type RevocationList,
} from '../../geolocation/attestation/android-key/revocation.ts';
import { verifyAppAttestation } from '../../geolocation/attestation/app-attest/app-attest.ts';
import { verifyAppAssertion } from '../../geolocation/attestation/app-attest/assertion.ts';
import { evaluatePlayIntegrity } from '../../geolocation/attestation/play-integrity/play-integrity.ts';
import {
  type AttestationCode,
  codesOf,
  type Report,
  type Step,
} from '../../geolocation/attestation/report.ts';
import { GOOGLE_ROOT_KEYS } from '../../geolocation/attestation/roots.ts';
import { command, Failure, Misuse, oneOf, type Values } from '../command.ts';
import { readJsonFile } from '../json-file.ts';
import { columns } from '../print.ts';
import { base64Option, readBytes, readCborFile, readChainFile, readKeyFile } from './file.ts';

const KINDS = ['app_attest', 'android_key_attestation', 'play_integrity'] as const;
const OPTIONS = {
  kind: { type: 'string', value: KINDS.join('|'), required: true, meaning: 'what the file holds' },
  file: {
    type: 'string',
    value: 'FILE',
    required: true,
    meaning: 'CBOR object, certificate chain (PEM), or decoded verdict (JSON)',
  },
  challenge: { type: 'string', value: 'BASE64', meaning: 'the challenge that the device was given' },
  'client-data-hash': {
    type: 'string',
    value: 'BASE64',
    meaning: 'App Attest: in place of SHA-256 of the challenge',
  },
  app: {
    type: 'string',
    value: 'TEAM.BUNDLE',
    meaning: 'the app that must have sent it; on Android its package',
  },
  at: { type: 'string', value: 'DATE', meaning: 'the time to judge at (default: now)' },
  key: {
    type: 'string',
    value: 'FILE',
    meaning: 'App Attest: check the file as an assertion with this key (PEM)',
  },
  counter: { type: 'string', value: 'N', meaning: 'with --key: the last counter seen' },
  'key-id': { type: 'string', value: 'BASE64', meaning: 'App Attest: what the app calls the key' },
  digest: { type: 'string', value: 'HEX', meaning: 'Android: SHA-256 of the signing certificate' },
  environment: {
    type: 'string',
    value: 'production|development',
    meaning: 'App Attest: accept only this one (default: both)',
  },
  revocation: { type: 'string', value: 'FILE', meaning: "Android: Google's list of revoked keys" },
} as const;

type Given = Values<typeof OPTIONS>;

interface Verdict {
  kind: (typeof KINDS)[number];
  /** Genuine, and made for this challenge. */
  accepted: boolean;
  /** Whether the service would also find the device good enough for `min_assurance: attested`. */
  attested: boolean;
  codes: AttestationCode[];
  at: string;
  steps: Step[];
  /** The attested statement; for a key attestation, in the words of Google's own reader. */
  statement: unknown;
  /** For a key attestation: the facts that the certificates state beside it. */
  chain?: unknown;
}

/**
 * Findings about a genuine device that is unlocked or badly protected: they are no sign of a forgery. The
 * sample devices in Google's own test data are of this kind. The default policy sends them to review, and
 * they never count as attested.
 */
const OF_THE_DEVICE: AttestationCode[] = ['device_integrity_low', 'location_spoofing_risk'];

/**
 * True for a check that the service would have made and this call skipped. With one, `attested` is unknown.
 */
const leftOut = ({ step, outcome }: Step): boolean =>
  outcome === 'skipped' && ['revocation', 'app', 'digest'].includes(step);

export const attestVerify = command({
  name: 'attest verify',
  summary: 'Verify an attestation offline, and print what it says',
  options: OPTIONS,
  notes: [
    'Exit 0: genuine and made for this challenge; 1: refused. The line "attested" says whether the device',
    'would also satisfy min_assurance: attested.',
    'Without --revocation a leaked Android key is not noticed. The service always needs a fresh list.',
    'Example: npx standpoint attest verify --kind app_attest --file object.cbor --challenge aGVsbG8 \\',
    '  --app A1B2C3D4E5.com.example.bank --at 2026-11-21',
  ].join('\n'),
  run: async ({ options }): Promise<Verdict> => {
    const kind = oneOf('kind', options.kind, KINDS);
    mustFit(kind, options);
    const at_ms = moment(options.at);
    const report = READERS[kind](options, at_ms);
    const codes = codesOf(report);
    const refusing = codes.filter((code) => kind === 'play_integrity' || !OF_THE_DEVICE.includes(code));
    return {
      kind,
      accepted: refusing.length === 0,
      attested: codes.length === 0 && !report.steps.some(leftOut),
      codes,
      at: new Date(at_ms).toISOString(),
      steps: report.steps,
      ...parts(report.statement),
    };
  },
  text: ({ accepted, attested, codes, steps, statement }) =>
    [
      `${accepted ? 'ACCEPTED' : 'REFUSED'}${codes.length > 0 ? `: ${codes.join(', ')}` : ''}`,
      ...(accepted && !attested
        ? ['Genuine, but maybe not attested for the service: see the steps that failed or were skipped.']
        : []),
      columns(steps.map(({ step, outcome, detail }) => [step, outcome, detail])),
      JSON.stringify(statement, null, 2),
    ].join('\n'),
  exit: ({ accepted }) => (accepted ? 0 : 1),
});

/** Separates the statement of a key attestation (the extension alone) from the facts of its chain. */
function parts(statement: unknown): Pick<Verdict, 'statement' | 'chain'> {
  if (typeof statement !== 'object' || statement === null || !('key' in statement))
    return { statement: printable(statement) };
  const { key, ...chain } = statement;
  return { statement: printable(key), chain: printable(chain) };
}

/**
 * The options that belong to each kind. Another kind's option is refused: it would promise a check that is
 * not made.
 */
const FOR: Record<(typeof KINDS)[number], (keyof Given)[]> = {
  app_attest: ['client-data-hash', 'key', 'counter', 'key-id', 'environment'],
  android_key_attestation: ['client-data-hash', 'digest', 'revocation'],
  play_integrity: ['client-data-hash', 'digest'],
};

function mustFit(kind: (typeof KINDS)[number], options: Given): void {
  const special = new Set(Object.values(FOR).flat());
  for (const name of special)
    if (options[name] !== undefined && !FOR[kind].includes(name))
      throw new Misuse(`--${name} does not apply to --kind ${kind}.`);
  if (options.challenge === undefined && options['client-data-hash'] === undefined)
    throw new Misuse(
      '--challenge or --client-data-hash is missing: without it, any attestation of this app would fit.',
    );
  if (kind === 'app_attest' && options.app === undefined)
    throw new Misuse('--app is missing: name the app that must have sent it as TEAM.BUNDLE.');
  if ((options.key === undefined) !== (options.counter === undefined))
    throw new Misuse(
      '--key and --counter belong together: an assertion is checked against the last counter.',
    );
  if (options.digest !== undefined && options.app === undefined) throw new Misuse('--digest needs --app.');
}

function moment(text: string | undefined): number {
  if (text === undefined) return Date.now();
  const at = /^\d{11,}$/.test(text) ? Number(text) : Date.parse(text);
  if (!Number.isFinite(at)) throw new Misuse('--at must be a date, e.g. 2026-11-21T12:00:00Z.');
  return at;
}

const READERS = { app_attest: appAttest, android_key_attestation: keyAttestation, play_integrity: play };

function clientDataHash(options: Given): Buffer {
  const given = options['client-data-hash'];
  if (given === undefined)
    return createHash('sha256').update(base64Option('challenge', options.challenge!)).digest();
  const hash = base64Option('client-data-hash', given);
  if (hash.length !== 32) throw new Misuse('--client-data-hash must be 32 bytes in base64.');
  return hash;
}

function appAttest(options: Given, at_ms: number): Report<unknown> {
  const bytes = readCborFile(options.file);
  const asked = { client_data_hash: clientDataHash(options), apps: [options.app!] };
  if (options.key !== undefined) {
    if (!/^\d{1,15}$/.test(options.counter!)) throw new Misuse('--counter must be a whole number.');
    return verifyAppAssertion(bytes, {
      ...asked,
      key: readKeyFile(options.key),
      counter: Number(options.counter),
    });
  }
  const named =
    options.environment && oneOf('environment', options.environment, ['production', 'development']);
  return verifyAppAttestation(bytes, {
    ...asked,
    at_ms,
    environments: named ? [named] : ['production', 'development'],
    key_id: options['key-id'] === undefined ? null : base64Option('key-id', options['key-id']),
  });
}

const challengeOf = (options: Given): Buffer =>
  base64Option('challenge', options['client-data-hash'] ?? options.challenge!);

function keyAttestation(options: Given, at_ms: number): Report<unknown> {
  const report = verifyKeyAttestation(readChainFile(options.file), {
    at_ms,
    trusted: GOOGLE_ROOT_KEYS,
    revocations: options.revocation === undefined ? 'not_asked' : revocations(options.revocation),
    challenge: challengeOf(options),
    apps: options.app === undefined ? null : [{ package: options.app, digests: digests(options) }],
  });
  return report;
}

/** The digests to compare; null compares the package only. */
const digests = ({ digest }: Given): string[] | null =>
  digest === undefined
    ? null
    : digest.split(',').map((each) => each.replaceAll(':', '').trim().toLowerCase());

function revocations(file: string): RevocationList {
  try {
    return parseRevocations(readBytes(file).toString('utf8'), Date.now());
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${file} is not a revocation list.`);
  }
}

function play(options: Given, at_ms: number): Report<unknown> {
  return evaluatePlayIntegrity(readJsonFile(options.file), {
    binding: challengeOf(options),
    apps: options.app === undefined ? null : [{ package: options.app, digests: digests(options) }],
    at_ms,
    testing_allowed: false,
  });
}

/** Replaces keys by PEM and bytes by base64, so that the statement can be read and piped. */
function printable(statement: unknown): unknown {
  return JSON.parse(
    JSON.stringify(statement, (_, value: unknown) => {
      if (typeof value !== 'object' || value === null) return value;
      if ('asymmetricKeyType' in value && 'export' in value)
        return (value as X509Certificate['publicKey']).export({ type: 'spki', format: 'pem' });
      const { type, data } = value as { type?: unknown; data?: number[] };
      return type === 'Buffer' ? Buffer.from(data!).toString('base64') : value;
    }),
  );
}

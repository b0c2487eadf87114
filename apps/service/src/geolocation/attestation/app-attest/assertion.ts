import { hash, type KeyObject, verify } from 'node:crypto';
import {
  type AppExtensions,
  type AuthHead,
  HEAD_LENGTH,
  readExtensions,
  readHead,
} from '../reading/auth-data.ts';
import { readCbor } from '../reading/cbor.ts';
import { type Report, Steps } from '../report.ts';
import { appStep, bytesOf, mapOf } from './app-attest.ts';

interface AssertionQuestion {
  /** 32 bytes. */
  client_data_hash: Buffer;
  apps: readonly string[];
  /** The stored key that the assertion names. */
  key: KeyObject;
  /** The last counter seen. Any value but a whole number ≥ 0 is an error of the service, never a pass. */
  counter: number;
}

interface AssertionStatement {
  app: string | null;
  counter: number;
  flags: number;
  validation_category: number | null;
  bundle_version: string | null;
}

interface Parsed {
  signature: Buffer;
  auth_data: Buffer;
  head: AuthHead;
  extensions: AppExtensions | null;
}

/**
 * Verifies an App Attest assertion (Apple, same page). An ECDSA signature can be respelled, so assertions
 * must never be told apart by their bytes.
 */
export function verifyAppAssertion(bytes: Buffer, question: AssertionQuestion): Report<AssertionStatement> {
  const steps = new Steps();
  const parsed = steps.read('decode', () => decode(bytes));
  if (!parsed) return { steps: steps.list, statement: null };
  const { head, extensions } = parsed;
  steps.note('decode', true, `strict CBOR, ${parsed.auth_data.length} bytes of authenticator data`);
  const signed = isSigned(parsed, question);
  steps.note(
    'signature',
    signed,
    signed ? 'by the stored key, over this client data' : 'does not fit key and client data',
  );
  const app = appStep(steps, head.rp_id_hash, question.apps);
  counterStep(steps, head.counter, question.counter);
  return {
    steps: steps.list,
    statement: {
      app,
      counter: head.counter,
      flags: head.flags,
      validation_category: extensions?.validation_category ?? null,
      bundle_version: extensions?.bundle_version ?? null,
    },
  };
}

function decode(bytes: Buffer): Parsed {
  const object = mapOf(readCbor(bytes), ['signature', 'authenticatorData'], 'assertion');
  const auth_data = bytesOf(object.get('authenticatorData'), 'authenticatorData');
  const signature = bytesOf(object.get('signature'), 'signature');
  // Flag 0x40 may be set here although no credential follows (measured). The remaining bytes are extensions.
  const head = readHead(auth_data);
  return { signature, auth_data, head, extensions: readExtensions(auth_data.subarray(HEAD_LENGTH)) };
}

/** The nonce is the signed message, so the device signs the SHA-256 of it (measured on real devices). */
function isSigned({ auth_data, signature }: Parsed, { client_data_hash, key }: AssertionQuestion): boolean {
  if (client_data_hash.length !== 32 || key.asymmetricKeyType !== 'ec') return false;
  const nonce = hash('sha256', Buffer.concat([auth_data, client_data_hash]), 'buffer');
  try {
    return verify('sha256', nonce, key, signature);
  } catch {
    return false;
  }
}

function counterStep(steps: Steps, counter: number, last: number): void {
  // `counter <= undefined` is false: in the reverse order, a missing counter would switch this check off.
  const known = Number.isSafeInteger(last) && last >= 0;
  const increased = known && counter > last;
  steps.note('counter', increased, `${counter} after ${last}`, 'counter_not_increasing');
}

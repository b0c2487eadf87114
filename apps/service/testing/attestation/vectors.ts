import { createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { certificatesInPem } from '../../src/geolocation/attestation/reading/certificate.ts';
import { vectors } from '../vectors.ts';

/** The public vectors of App Attest for one device. */
interface AppAttestVector {
  name: string;
  type: 'attestation' | 'assertion';
  bytes: Buffer;
  client_data_hash: Buffer;
  app: string;
  key_id: Buffer;
  key: KeyObject;
  at_ms: number;
}

/** Reads the few flat fields of these YAML files; a YAML library would be one dependency more. */
export function appAttestVectors(folder: string): AppAttestVector[] {
  return globSync(join(folder, '*.yaml')).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split(/^---$/m)
      .flatMap((document) => oneVector(basename(file, '.yaml'), document)),
  );
}

function oneVector(name: string, document: string): AppAttestVector[] {
  const field = (key: string) => new RegExp(`^${key}: '?([^'\\n]*)'?$`, 'm').exec(document)?.[1] ?? '';
  const type = field('type');
  if (type !== 'attestation' && type !== 'assertion') return [];
  const pem = /-----BEGIN PUBLIC KEY-----[\s\S]*?-----END PUBLIC KEY-----/.exec(document)![0];
  return [
    {
      name: `${name} ${type}`,
      type,
      bytes: Buffer.from(field(`${type}Base64`), 'base64'),
      client_data_hash: Buffer.from(field('clientDataHashSha256Base64'), 'base64'),
      app: `${field('teamIdentifier')}.${field('bundleIdentifier')}`,
      key_id: Buffer.from(field('keyIdBase64'), 'base64'),
      key: createPublicKey(pem.replace(/^ +/gm, '')),
      at_ms: Date.parse(field('timestamp')),
    },
  ];
}

interface ReceiptVector {
  name: string;
  bytes: Buffer;
  key_id: Buffer;
  at_ms: number;
  /** ATTEST: as in the attestation; RECEIPT: as Apple's server returns it in exchange. */
  kind: string;
}

export function receiptVectors(folder: string): ReceiptVector[] {
  return globSync(join(folder, '*.yaml')).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split(/^---$/m)
      .filter((document) => /^type: receipt$/m.test(document))
      .map((document, i) => {
        const field = (key: string) => new RegExp(`^ *${key}: '?([^'\\n]*)'?$`, 'm').exec(document)![1]!;
        return {
          name: `${basename(file, '.yaml')} receipt ${i + 1}`,
          bytes: Buffer.from(field('receiptBase64'), 'base64'),
          key_id: Buffer.from(field('keyIdBase64'), 'base64'),
          at_ms: Date.parse(field('timestamp')),
          kind: field(' type'),
        };
      }),
  );
}

interface AndroidVector {
  name: string;
  chain: Buffer[];
  /** The output of Google's own reader; null for the malformed ones. */
  // biome-ignore lint/suspicious/noExplicitAny: JSON of another project
  decoded: any;
  at_ms: number;
}

export function androidVectors(folder: string): AndroidVector[] {
  return globSync(join(folder, '**/*.pem'))
    .sort()
    .map((file) => {
      const json = file.replace(/\.pem$/, '.json');
      const decoded = existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : null;
      const made = decoded?.softwareEnforced.creationDateTime ?? decoded?.hardwareEnforced.creationDateTime;
      return {
        name: file.slice(folder.length + 1),
        chain: certificatesInPem(readFileSync(file, 'utf8')),
        decoded,
        at_ms: Number(made ?? Date.UTC(2026, 0, 1)),
      };
    });
}

export const APP_ATTEST = vectors('app-attest');
export const ANDROID = vectors('android-key-attestation/testdata');

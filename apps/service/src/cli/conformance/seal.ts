import { createCipheriv, createECDH, createHash } from 'node:crypto';

/** A key of P-256 with its private half; all coordinates have 32 bytes. */
export type EcKey = { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string };

export interface Seal {
  jti: string;
  path: string;
  origin?: string;
  sdk: string;
  core: string;
  integrity: object;
  ephemeral: EcKey;
  recipient: Pick<EcKey, 'x' | 'y'>;
  kid: string;
  iv: Buffer;
  /** Replaces what is sealed, for vectors of failures. */
  content?: string;
  /** Changes the header before it is written. */
  change?: (header: Record<string, unknown>) => void;
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const pointOf = ({ x, y }: Pick<EcKey, 'x' | 'y'>): Buffer =>
  Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);

/** ECDH on P-256; the shared secret is the x coordinate, always 32 bytes. */
export function agreed(own: Pick<EcKey, 'd'>, other: Pick<EcKey, 'x' | 'y'>): Buffer {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(own.d, 'base64url'));
  return pair.computeSecret(pointOf(other));
}

/** The Concat KDF of RFC 7518 §4.6.2 for A256GCM: one round of SHA-256, both parties' infos empty. */
const kdfInput = (secret: Buffer): Buffer =>
  Buffer.concat([uint32(1), secret, uint32(7), Buffer.from('A256GCM'), uint32(0), uint32(0), uint32(256)]);

/** The protected header, as the text that is sealed in. */
function headerOf({ jti, path, origin, sdk, ephemeral, kid, change }: Seal): string {
  const { kty, crv, x, y } = ephemeral;
  const members: Record<string, unknown> = {
    alg: 'ECDH-ES',
    enc: 'A256GCM',
    kid,
    epk: { kty, crv, x, y },
    sp_jti: jti,
    sp_htm: 'POST',
    sp_path: path,
    ...(origin !== undefined && { sp_origin: origin }),
    sp_sdk: sdk,
  };
  change?.(members);
  return JSON.stringify(members);
}

/**
 * Every step of sealing a payload, as a client does it. It is written without the library that opens payloads,
 * so that neither can hide a mistake of the other.
 */
export function steps(seal: Seal) {
  const { core, integrity, ephemeral, recipient, iv } = seal;
  const header = headerOf(seal);
  const content = seal.content ?? JSON.stringify({ core, integrity });
  const secret = agreed(ephemeral, recipient);
  const input = kdfInput(secret);
  const key = createHash('sha256').update(input).digest();
  const aad = Buffer.from(header).toString('base64url');
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(aad));
  const ciphertext = Buffer.concat([cipher.update(content), cipher.final()]);
  const tag = cipher.getAuthTag();
  const payload = [
    aad,
    '',
    iv.toString('base64url'),
    ciphertext.toString('base64url'),
    tag.toString('base64url'),
  ].join('.');
  return { header, content, secret, input, key, aad, ciphertext, tag, payload };
}

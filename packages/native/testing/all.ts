import { errors, retry } from './families/answers.ts';
import { attestation } from './families/attestation.ts';
import { bridge } from './families/bridge.ts';
import { captureChain } from './families/capture-chain.ts';
import { erasureReceiptFamily } from './families/erasure-receipt.ts';
import { evidence } from './families/evidence.ts';
import { faceUrl } from './families/face-url.ts';
import { installId } from './families/install-id.ts';
import { opening } from './families/opening.ts';
import { preflightClaims } from './families/preflight-claims.ts';
import { proof } from './families/proof.ts';
import { resultToken } from './families/result-token.ts';
import { sealing } from './families/sealing.ts';
import { shortCode } from './families/short-code.ts';
import { webhook } from './families/webhook.ts';
import type { Family } from './family.ts';
import { schemaFiles } from './schemas.ts';

/** Every family, made anew by the service's own code. */
export const FAMILIES = async (): Promise<Family[]> => [
  preflightClaims,
  evidence,
  await sealing(),
  await opening(),
  attestation,
  retry,
  errors,
  resultToken,
  erasureReceiptFamily,
  webhook,
  installId,
  faceUrl,
  bridge,
  shortCode,
  captureChain,
  await proof(),
];

const text = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;

/** Every file that `make.ts` writes: path below packages/native → content. */
export const FILES = async (): Promise<[path: string, text: string][]> => [
  ...(await FAMILIES()).map((family): [string, string] => [`vectors/${family.family}.json`, text(family)]),
  ...schemaFiles().map(([name, value]): [string, string] => [`schemas/${name}`, text(value)]),
];

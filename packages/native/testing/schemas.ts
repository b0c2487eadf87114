import * as contract from '@standpoint/contract';
import { CAPS, ERROR_CODES, ERRORS, type TSchema, Type } from '@standpoint/contract';

const answerOf = (name: string): TSchema => contract.ENDPOINTS.find((each) => each.name === name)!.answer;
const bodyOf = (name: string): TSchema => contract.ENDPOINTS.find((each) => each.name === name)!.body!;

/** `data.error` of every refusal. A later version may have further codes: read any text. */
const ErrorAnswer = Type.Object({
  status_code: Type.Integer({ minimum: 400, maximum: 599 }),
  message: Type.String(),
  data: Type.Object({
    error: Type.Object({
      code: Type.String({ examples: ERROR_CODES }),
      message: Type.String(),
      retryable: Type.Boolean(),
      request_id: Type.String(),
      docs_url: Type.String(),
      fields: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
      retry_after_s: Type.Optional(Type.Number({ minimum: 0 })),
    }),
  }),
});

const VectorFile = Type.Object(
  {
    family: Type.String({ pattern: '^[a-z-]+$' }),
    version: Type.Integer({ minimum: 1 }),
    about: Type.String({ minLength: 20 }),
    cases: Type.Array(
      Type.Object(
        {
          name: Type.String({ minLength: 1 }),
          why: Type.String(),
          input: Type.Record(Type.String(), Type.Unknown()),
          expect: Type.Record(Type.String(), Type.Unknown(), { minProperties: 1 }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
  },
  { additionalProperties: false },
);

/** What each schema describes, by the name of its file. */
const SCHEMAS: Record<string, [title: string, schema: TSchema]> = {
  'preflight-body': ['Body of POST /geolocation/preflight', bodyOf('preflight')],
  'preflight-answer': ['`data` of POST /geolocation/preflight', answerOf('preflight')],
  'preflight-claims': ['Claims of a preflight token', contract.PreflightClaims],
  'collect-answer': ['`data` of POST /geolocation/collect', answerOf('collect')],
  'verify-body': ['Body of POST /geolocation/verify', bodyOf('verify')],
  'verify-answer': ['`data` of POST /geolocation/verify', answerOf('verify')],
  'payload-header': ['Protected header of a payload', contract.SealHeader],
  'payload-content': ['Plaintext of a payload', contract.SealedContent],
  evidence: ['The text of `core`, parsed', contract.Evidence],
  integrity: ['An attestation beside `core`', contract.Integrity],
  'verification-claims': ['Claims of a result token of verify()', contract.VerificationClaims],
  'face-result-claims': ['Claims of a face result token', contract.FaceResultClaims],
  'ip-stamp-claims': ['Claims of an IP stamp', contract.IpStampClaims],
  'erasure-receipt-claims': ['Claims of an erasure receipt', contract.ErasureReceiptClaims],
  'portal-body': ['Body of POST /facecheck/session/portal', bodyOf('portalToken')],
  'portal-answer': ['`data` of POST /facecheck/session/portal', answerOf('portalToken')],
  'portal-claims': ['Claims of a portal token', contract.PortalClaims],
  'handoff-claims': ['Claims of a hand-off token', contract.HandoffClaims],
  'session-body': ['Body of POST /facecheck/session', bodyOf('session')],
  'session-answer': ['`data` of POST /facecheck/session', answerOf('session')],
  'session-status-answer': ['`data` of GET /facecheck/session/status', answerOf('sessionStatus')],
  'consent-body': ['Body of POST /facecheck/session/consent', bodyOf('consent')],
  'attempt-body': ['Body of POST /facecheck/session/attempt', bodyOf('attempt')],
  'attempt-answer': ['`data` of POST /facecheck/session/attempt', answerOf('attempt')],
  'capture-manifest': ['Part `manifest` of a submitted capture', contract.CaptureManifest],
  'capture-track': ['`track` of the manifest', contract.TrackFacts],
  'short-code-body': ['Body of POST and PUT /facecheck/short-code', bodyOf('createShortCode')],
  'short-code-answer': ['`data` of POST and PUT /facecheck/short-code', answerOf('createShortCode')],
  'redeem-answer': ['`data` of GET /facecheck/short-code', answerOf('redeemShortCode')],
  'confirm-body': ['Body of POST /facecheck/session/handoff/confirm', bodyOf('confirmHandoff')],
  'error-answer': ['Every refusal, whole', ErrorAnswer],
  vectors: ['A file of vectors', VectorFile],
};

const ID = 'https://standpoint.invalid/schemas/';

/** Name of the file → its text. */
export const schemaFiles = (): [name: string, value: object][] => [
  ...Object.entries(SCHEMAS).map(([name, [title, schema]]): [string, object] => [
    `${name}.json`,
    { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: `${ID}${name}.json`, title, ...schema },
  ]),
  ['error-codes.json', ERROR_CODES.map((code) => ({ code, ...ERRORS[code] }))],
  ['body-limits.json', Object.fromEntries(Object.entries(CAPS).map(([name, cap]) => [name, cap.default]))],
];

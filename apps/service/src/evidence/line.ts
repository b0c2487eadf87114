import { optional, Type } from '@standpoint/contract';
import { compile } from '../compiled.ts';
import { parseJson } from '../json.ts';
import { kidOf, publicSigningKey } from '../tokens/check-evidence.ts';
import type { KeyRing } from '../tokens/signing-keys.ts';
import type { SignedFile } from './signature.ts';

/** The fields that every record of evidence has. */
export interface Recorded {
  org: string;
  env: 'production' | 'sandbox';
  decided_at: string;
  /** Absent where no engine decided. */
  input?: { engine_version: string };
}

/** The form of the evidence of one area. */
interface LineForm<R extends Recorded, Id extends keyof R & string> {
  format: string;
  /** Names of the ids of the decided object, in the order of the record. */
  ids: readonly Id[];
  /** Whether parsed JSON has the fields that the area's verifier reads unchecked. */
  isRecord(record: R): boolean;
}

type Head<Id extends string> = Record<Id, string> & {
  format: string;
  org: string;
  env: string;
  decided_at: string;
  engine_version?: string;
  /** The review that decided: its signed answers are the next lines of the file. */
  review?: string;
};

/**
 * Evidence as it leaves the service: one line of JSON. The fields beside `record` are for the reader and must
 * agree with it. Only the text of the record counts: the signature covers its digest.
 */
type EvidenceLine<Id extends string> = Head<Id> & SignedFile;

export interface Lines<R extends Recorded, Id extends keyof R & string> {
  /**
   * `jwk` is the key that signed, so that the line can be checked by itself; null when it was withdrawn.
   * Trust comes only from pinned keys. `review`: the id of the review that decided the record's `review`.
   */
  write(keys: KeyRing, record: string, signature: string, review?: string): EvidenceLine<Id>;
  /**
   * Refuses, with a reason, any text that differs from the output of `write`. So no byte can change
   * unnoticed, even one without meaning.
   */
  read(line: string): { file: EvidenceLine<Id>; record: R } | { problem: string };
  /** Whether a line claims to have this form. Nothing else of it is checked. */
  isOne(line: string): boolean;
}

export function evidenceLines<R extends Recorded, Id extends keyof R & string>(
  form: LineForm<R, Id>,
): Lines<R, Id> {
  const fits = compile(schemaOf(form));
  return {
    write(keys, record, signature, review) {
      const parsed = JSON.parse(record) as R;
      const kid = kidOf(signature);
      const jwk = keys.of(parsed.env).jwks.keys.find((key) => key.kid === kid);
      return lineOf(form, parsed, { record, signature, jwk: jwk ? publicSigningKey(jwk) : null }, review);
    },
    read(line) {
      try {
        const file = parseJson(line) as EvidenceLine<Id>;
        if (!fits.Check(file)) return { problem: 'it does not have the form of evidence' };
        return readFile(form, line, file);
      } catch (error) {
        return { problem: (error as Error).message };
      }
    },
    isOne: (line) => line.startsWith(`{"format":"${form.format}"`),
  };
}

/** The line in the order in which it is exported. */
function lineOf<R extends Recorded, Id extends keyof R & string>(
  form: LineForm<R, Id>,
  recorded: R,
  { record, signature, jwk }: SignedFile,
  review: string | undefined,
): EvidenceLine<Id> {
  const { org, env, decided_at, input } = recorded;
  const ids = Object.fromEntries(form.ids.map((id) => [id, recorded[id]]));
  const head = {
    format: form.format,
    ...ids,
    org,
    env,
    decided_at,
    ...(input && { engine_version: input.engine_version }),
    ...(review !== undefined && { review }),
  };
  return { ...(head as Head<Id>), record, signature, jwk };
}

function readFile<R extends Recorded, Id extends keyof R & string>(
  form: LineForm<R, Id>,
  line: string,
  file: EvidenceLine<Id>,
): { file: EvidenceLine<Id>; record: R } | { problem: string } {
  // Not the strict parser: a client's JSON may be as deep as that parser allows, and the record holds it one
  // level deeper.
  const record = JSON.parse(file.record) as R;
  if (!form.isRecord(record)) return { problem: 'its record is not one' };
  const jwk = file.jwk && publicSigningKey(file.jwk as unknown as Record<string, unknown>);
  if (file.jwk && !jwk) return { problem: 'jwk is not a signing key, or not the one that it is named after' };
  const signed = { record: file.record, signature: file.signature, jwk };
  const again = JSON.stringify(lineOf(form, record, signed, file.review));
  if (again !== line)
    return { problem: 'it is not written as an export writes it, or does not agree with its record' };
  return { file, record };
}

function schemaOf({ format, ids }: { format: string; ids: readonly string[] }) {
  const text = Type.String();
  return Type.Object(
    {
      format: Type.Literal(format),
      ...Object.fromEntries(ids.map((id) => [id, text])),
      org: text,
      env: text,
      decided_at: text,
      engine_version: optional(text),
      review: optional(text),
      record: text,
      signature: text,
      jwk: Type.Union([Type.Record(text, text), Type.Null()]),
    },
    { additionalProperties: false },
  );
}

import type { Difference } from './differences.ts';
import type { SignatureStep } from './signature.ts';

/** The result of computing a decision again. */
export interface DecisionAgain<Outcome extends string> {
  outcome: Outcome;
  engine_version: string;
  recorded: string;
  recomputed: string | null;
  differences: Difference[];
}

/** The report on a line of evidence. `More`: the part that only one area has. */
export type ReportOn<More> =
  | { ok: false; form: { outcome: 'altered'; problem: string } }
  | ({
      ok: boolean;
      org: string;
      env: string;
      livemode: boolean;
      decided_at: string;
      form: { outcome: 'well_formed' };
      signature: SignatureStep;
    } & More);

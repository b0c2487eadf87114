import type { Difference } from './differences.ts';
import type { SignatureStep } from './signature.ts';

/** What computing a decision again came to. */
export interface DecisionAgain<Outcome extends string> {
  outcome: Outcome;
  engine_version: string;
  recorded: string;
  recomputed: string | null;
  differences: Difference[];
}

/** What is said of a line of evidence; `More` is what one area's evidence has beside it. */
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

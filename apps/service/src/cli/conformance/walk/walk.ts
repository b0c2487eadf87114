import { Broken } from './asking.ts';
import { COLLECTING } from './collecting.ts';
import { EVERY_ENDPOINT } from './every-endpoint.ts';
import { FACING } from './facing.ts';
import { HANDING_OFF } from './handing-off.ts';
import { MINTING } from './minting.ts';
import { PAYLOADS } from './payloads.ts';
import { VERIFYING } from './verifying.ts';
import { type Credentials, type Rule, Walker } from './walker.ts';

/** Every rule, in the order of the interface. */
export const RULES: readonly Rule[] = [
  ...MINTING,
  ...VERIFYING,
  ...PAYLOADS,
  ...COLLECTING,
  ...FACING,
  ...HANDING_OFF,
  ...EVERY_ENDPOINT,
];

export interface RuleReport {
  rule: string;
  why: string;
  outcome: 'pass' | 'fail' | 'skip';
  problem?: string;
}

const LACKING = {
  results_key: 'needs a results key',
  workflow_id: 'needs the id of a published workflow',
  patience: 'needs --patient: it waits until a token expires',
};

/** Walks the rules one after the other. A rule that fails does not end the walk. */
export async function walk(
  base: string,
  credentials: Credentials,
  {
    patient = false,
    rules = RULES,
    onRule,
  }: { patient?: boolean; rules?: readonly Rule[]; onRule?: (report: RuleReport) => void } = {},
): Promise<RuleReport[]> {
  const walker = new Walker(base, credentials);
  const reports: RuleReport[] = [];
  for (const { name, why, needs, run } of rules) {
    const lacks = needs && (needs === 'patience' ? !patient : !credentials[needs]);
    const report: RuleReport = { rule: name, why, outcome: lacks ? 'skip' : 'pass' };
    if (lacks) report.problem = LACKING[needs];
    else
      await run(walker).catch((error: Error) => {
        report.outcome = 'fail';
        report.problem =
          error instanceof Broken
            ? error.message
            : `${error.message}${error.cause ? ` (${(error.cause as Error).message})` : ''}`;
      });
    reports.push(report);
    onRule?.(report);
  }
  return reports;
}

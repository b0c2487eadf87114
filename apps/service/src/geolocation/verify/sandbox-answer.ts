import type { Environment, SandboxAnswer } from '@standpoint/contract';
import type { Decision } from '../decision/decision.ts';

/**
 * Tells the integrator every reason with its check. Sandbox only: in production the same list would teach an
 * attacker, who reads the answer of their own device, which sign of spoofing to remove.
 */
export function sandboxAnswer(
  env: Environment,
  { checks, reason_codes }: Pick<Decision, 'checks' | 'reason_codes'>,
): SandboxAnswer | undefined {
  if (env !== 'sandbox') return undefined;
  const found = new Map(checks.map((check) => [check.code, check]));
  return { reasons: reason_codes.flatMap((code) => found.get(code) ?? []) };
}

import { type Decision, decide, ENGINE_VERSION } from './decision.ts';
import type { DecisionInput } from './facts.ts';

/** Facts as that version gathered them in, its answer out. */
export type Engine = (input: DecisionInput) => Decision;

/**
 * Earlier released engines, each one frozen file. They stay for as long as evidence of theirs may be asked
 * for.
 */
export const FROZEN: readonly string[] = [];

/** The engine of a version, exactly as it was; null when this installation has none of that name. */
export async function engineOf(version: string): Promise<Engine | null> {
  if (version === ENGINE_VERSION) return decide;
  if (!FROZEN.includes(version)) return null;
  const { decide: frozen } = (await import(`./engines/${version}.js`)) as { decide: Engine };
  return frozen;
}

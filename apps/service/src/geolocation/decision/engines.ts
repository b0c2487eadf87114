import { type Decision, decide, ENGINE_VERSION } from './decision.ts';
import type { DecisionInput } from './facts.ts';

/** One engine version: facts as that version gathered them in, its answer out. */
export type Engine = (input: DecisionInput) => Decision;

/**
 * Earlier released engines, each one frozen file. An engine stays for as long as its evidence may be checked.
 */
export const FROZEN: readonly string[] = [];

/** The engine of a version, exactly as it was released; null when this installation does not have it. */
export async function engineOf(version: string): Promise<Engine | null> {
  if (version === ENGINE_VERSION) return decide;
  if (!FROZEN.includes(version)) return null;
  const { decide: frozen } = (await import(`./engines/${version}.js`)) as { decide: Engine };
  return frozen;
}

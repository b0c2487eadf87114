import type { PolicyDefinition } from '@standpoint/contract';
import { cornersOf } from '../facts/kept-rules.ts';

/** Two of the largest policies, which take about 40 MB compiled. Each back-test of a thread has as many. */
const CORNERS_MOST = 100_000;

/**
 * Makes equal versions of a policy one object, so that its rule is compiled once for all decisions by it. A compiled
 * rule lives as long as its definition, so the corners of all of them are bounded: those that were not used for
 * longest go. The one in use stays, whatever its size: the largest would take half a second for every decision.
 */
export class SharedDefinitions {
  readonly #most: number;
  /** In the order of their last use. */
  readonly #known = new Map<string, { definition: PolicyDefinition; corners: number }>();
  #corners = 0;

  constructor(most = CORNERS_MOST) {
    this.#most = most;
  }

  /** The definition of this version that came first. */
  of(policy_id: string | null, version: number, definition: PolicyDefinition): PolicyDefinition {
    const name = `${policy_id}@${version}`;
    const known = this.#known.get(name);
    const kept = known ?? { definition, corners: cornersOf(definition.rule ?? {}) };
    if (known) this.#known.delete(name);
    else this.#corners += kept.corners;
    this.#known.set(name, kept);
    while (this.#corners > this.#most && this.#known.size > 1) this.#drop();
    return kept.definition;
  }

  #drop(): void {
    const [[name, { corners }]] = this.#known as unknown as [[string, { corners: number }]];
    this.#known.delete(name);
    this.#corners -= corners;
  }
}

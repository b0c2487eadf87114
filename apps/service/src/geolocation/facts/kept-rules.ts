import type { PolicyRule } from '@standpoint/contract';
import type { CompiledRule } from '../geodata/places/places.ts';

/** Corners of all rules that are kept, at about 250 bytes each: 100 MB. */
const CORNERS_KEPT = 400_000;
/** What a rule without shapes, and what a circle counts. */
const RULE_CORNERS = 500;
const CIRCLE_CORNERS = 30;

interface Kept {
  rule: CompiledRule;
  corners: number;
}

/**
 * Compiled rules of published policies. Where they are too many, the organization that has most of them loses the one
 * that it has not used for longest: no organization can push out the rules of others.
 */
export class KeptRules {
  readonly #most: number;
  readonly #of = new Map<string, { rules: Map<string, Kept>; corners: number }>();
  #corners = 0;

  constructor(most = CORNERS_KEPT) {
    this.#most = most;
  }

  get(org: string, key: string): CompiledRule | undefined {
    const rules = this.#of.get(org)?.rules;
    const kept = rules?.get(key);
    if (!rules || !kept) return undefined;
    rules.delete(key);
    rules.set(key, kept);
    return kept.rule;
  }

  set(org: string, key: string, rule: CompiledRule, source: PolicyRule): void {
    if (this.get(org, key)) return;
    const own = this.#of.get(org) ?? { rules: new Map<string, Kept>(), corners: 0 };
    this.#of.set(org, own);
    const corners = cornersOf(source);
    own.rules.set(key, { rule, corners });
    own.corners += corners;
    this.#corners += corners;
    while (this.#corners > this.#most) this.#drop();
  }

  #drop(): void {
    const [[org, most]] = [...this.#of].sort(([, a], [, b]) => b.corners - a.corners) as [
      [string, { rules: Map<string, Kept>; corners: number }],
    ];
    const [[key, { corners }]] = most.rules as unknown as [[string, Kept]];
    most.rules.delete(key);
    most.corners -= corners;
    this.#corners -= corners;
    if (most.rules.size === 0) this.#of.delete(org);
  }
}

/** How much a rule weighs. */
export const cornersOf = ({ shapes = [] }: PolicyRule): number =>
  shapes.reduce(
    (sum, { polygon }) =>
      sum + (polygon ? polygon.reduce((all, ring) => all + ring.length, 0) : CIRCLE_CORNERS),
    RULE_CORNERS,
  );

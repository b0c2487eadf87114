import type { FaceCheck } from '../../../database/tables/face.ts';

export type Outcome = 'pass' | 'fail' | 'suspected' | 'unavailable' | 'skipped';

/** The result of a check. Its reasons stay on the server. */
export const checkResult = (
  outcome: Outcome,
  reasons: readonly string[] = [],
  more: { score?: number | null; threshold?: number | null; model?: string } = {},
): FaceCheck => ({
  outcome,
  score: more.score ?? null,
  threshold: more.threshold ?? null,
  reasons: [...reasons],
  ...(more.model === undefined ? {} : { model: more.model }),
});

/** The pack whose models were used. */
export const modelOf = ({ pack }: { pack: { id: string; version: string } }): string =>
  `${pack.id}@${pack.version}`;

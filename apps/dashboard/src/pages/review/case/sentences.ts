import type { explained, reviewing } from '@standpoint/contract';

type Border = explained.VerificationExplanation['border'];

/** How much further inside the same fix would settle it; null where nothing would, or where it is settled. */
export function wouldSettle(border: NonNullable<Border>): number | null {
  if (border.distance_m === null) return null;
  const distance_m = border.distance_m - border.buffer_m;
  const z = probit(border.p_inside);
  if (Math.abs(z) < 0.02 || Math.sign(z) !== Math.sign(distance_m)) return null;
  const spread = distance_m / z;
  const further = probit(border.inside_from) * spread - distance_m;
  return further > 0 && further < 100_000 ? further : null;
}

/** The inverse of the normal distribution (Acklam's rational approximation is more than is needed here). */
export function probit(p: number): number {
  let [low, high] = [-6, 6];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (normal(middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function normal(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    0.3989423 *
    Math.exp((-x * x) / 2) *
    t *
    (0.3193815 + t * (-0.3565638 + t * (1.781478 + t * (-1.821256 + t * 1.330274))));
  return x > 0 ? 1 - tail : tail;
}

const SHARED: Partial<Record<reviewing.Twin['facts'][number]['fact'], string>> = {
  installs: 'an install',
  networks: 'a network',
  name: 'the name',
  email: 'the e-mail address',
};

/** "This face is 0.71 similar to cus_0518; the two also share an install." */
export function twinSentence(twin: reviewing.Twin | undefined): string {
  if (!twin)
    return 'The customer that looked alike is not there any more: they were erased, or their face was.';
  const { customer_id, facts, score, threshold } = twin;
  const shared = facts.flatMap(({ fact, same }) => (same && SHARED[fact] ? [SHARED[fact]] : []));
  const list = shared.length > 1 ? `${shared.slice(0, -1).join(', ')} and ${shared.at(-1)}` : shared[0];
  const alarm = threshold === null ? '' : `; the alarm is at ${threshold.toFixed(2)}`;
  const also = list ? `The two customers also share **${list}**.` : 'Nothing else that we know is the same.';
  return `This face is **${score.toFixed(2)}** similar to **${customer_id}**${alarm}. ${also}`;
}

/**
 * Exact (Clopper–Pearson) two-sided 95 % bounds of a share, `k` of `n`. They are found by bisection on the
 * binomial tail, which is summed in logarithms. With k = 0 the upper bound is close to the rule of three, a
 * little tighter.
 */
export function bounds(k: number, n: number, error = 0.05): { low: number; high: number } {
  if (n === 0) return { low: 0, high: 1 };
  const low = k === 0 ? 0 : solve((p) => 1 - below(k - 1, n, p) > error / 2);
  const high = k === n ? 1 : solve((p) => below(k, n, p) < error / 2);
  return { low, high };
}

/** The smallest p in [0, 1] for which `reached` holds. `reached` must also hold for every larger p. */
function solve(reached: (p: number) => boolean): number {
  let [from, to] = [0, 1];
  for (let i = 0; i < 60; i++) {
    const middle = (from + to) / 2;
    if (reached(middle)) to = middle;
    else from = middle;
  }
  return (from + to) / 2;
}

/** P(X ≤ k) of a binomial variable. */
function below(k: number, n: number, p: number): number {
  if (p <= 0) return 1;
  if (p >= 1) return k >= n ? 1 : 0;
  const odds = Math.log(p) - Math.log1p(-p);
  let log_term = n * Math.log1p(-p);
  let sum = Math.exp(log_term);
  for (let i = 1; i <= k; i++) {
    log_term += Math.log(n - i + 1) - Math.log(i) + odds;
    sum += Math.exp(log_term);
  }
  return Math.min(1, sum);
}

import { readFileSync, writeFileSync } from 'node:fs';
import { BARS, type LabReport, rate } from './report.ts';

const manifestOf = (pack: string) =>
  new URL(`../../apps/service/src/face/vision/packs/${pack}.json`, import.meta.url);

/**
 * Writes the lab's figures into the manifest of the pack. With them, its passive liveness counts as
 * calibrated. A run that misses a bar, or is too short to show it, removes them.
 */
export function recordLiveness({ results, pack, people, liveness_threshold }: LabReport, met: boolean): void {
  const file = manifestOf(pack.id);
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const attacks = results.filter(({ species }) => species.side === 'attack');
  const honest = results
    .filter(({ species }) => species.side === 'honest')
    .flatMap(({ outcomes }) => outcomes);
  const long = attacks.every(({ outcomes }) => outcomes.length >= BARS.tries);
  const accepted = (outcomes: { end: string }[]) => outcomes.filter(({ end }) => end === 'approved').length;
  const worst = attacks
    .map(({ outcomes }) => ({ k: accepted(outcomes), n: outcomes.length }))
    .sort((a, b) => b.k / b.n - a.k / a.n)[0];
  manifest.liveness =
    met && long && worst
      ? {
          threshold: liveness_threshold,
          apcer: `worst of ${attacks.length} species of attack ${worst.k} of ${worst.n}: ${rate(worst.k, worst.n)}`,
          bpcer:
            `${honest.length - accepted(honest)} of ${honest.length} presentations of ${people} people: ` +
            rate(honest.length - accepted(honest), honest.length),
          report: 'docs/accuracy.md, Faces: npm run lab -- face --write',
        }
      : null;
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

import type { Deps } from '../../../deps.ts';
import { lowestClaim, searchThreshold, TARGET_FPIR, thresholdAt } from '../../decision/calibration.ts';
import type { DedupeFacts } from '../../decision/facts.ts';
import { cosine, type Fused } from '../../decision/match.ts';
import type { WorkflowSettings } from '../../portal/workflow.ts';
import type { Pack } from '../../vision/vision.ts';
import type { Person } from '../records.ts';
import { openSealed } from '../sealed.ts';
import { rotated, transformFor } from '../transform.ts';
import type { Held } from './galleries.ts';
import {
  countOthers,
  countOwn,
  type GalleryName,
  type KeyedTemplate,
  readAgain,
  withKeyBytes,
} from './gallery-records.ts';

/** Milliseconds that a search waits for the gallery, and then for the scan: it must not delay a decision. */
const WAIT_MS = 750;
const HITS_MAX = 5;

type SearchedPack = Pick<Pack, 'id' | 'version' | 'dimensions' | 'match'>;
type Found = Extract<DedupeFacts, { gallery: number }>['hits'];

/**
 * Customers of the same organization and environment who look like this capture. Searches only where the
 * calibration of the pack supports a gallery of that size, and never waits long for one that is not in
 * memory. A person looks at every hit.
 */
export async function gatherDuplicates(
  deps: Deps,
  who: Person,
  { dedupe }: Pick<WorkflowSettings, 'dedupe'>,
  pack: SearchedPack,
  probe: Fused | null,
): Promise<DedupeFacts> {
  if (dedupe.scope === 'none') return { skipped: 'not_asked' };
  if (!probe) return { skipped: 'no_probe' };
  if (largestGallery(pack) === 0) return { skipped: 'not_calibrated' };
  const { name, transform, fits } = await galleryOf(deps, who, pack);
  if (!fits) return { skipped: 'gallery_too_large_for_calibration' };
  const held = await deps.galleries.use(name, pack.dimensions, WAIT_MS);
  if (!held) return { skipped: 'gallery_not_ready' };
  const gallery = Math.max(0, held.count - (await countOwn(deps.database.db, name, who.customer_hash)));
  const threshold = strictestThreshold(pack, { template: held.frames, probe: probe.frames }, gallery);
  if (threshold === null) return { skipped: 'gallery_too_large_for_calibration' };
  const hits = await search(deps, held, who.customer_hash, rotated(transform, probe), threshold);
  return hits ? { gallery, threshold, target_fpir: TARGET_FPIR, hits } : { skipped: 'gallery_not_ready' };
}

/**
 * A person is about to capture: reads the gallery in the background. No call waits for it; a failure here
 * shows at the search.
 */
export async function prepareDuplicates(
  deps: Deps,
  who: Person,
  { dedupe }: Pick<WorkflowSettings, 'dedupe'>,
  pack: SearchedPack,
): Promise<void> {
  if (dedupe.scope === 'none' || largestGallery(pack) === 0) return;
  try {
    const { name, fits } = await galleryOf(deps, who, pack);
    if (fits) await deps.galleries.use(name, pack.dimensions, WAIT_MS);
  } catch (error) {
    deps.log.warn({ err: error }, 'A gallery of faces could not be prepared.');
  }
}

/**
 * The gallery of this organization and environment, and whether the calibration of the pack supports its
 * size.
 */
async function galleryOf(deps: Deps, { org, env, customer_hash }: Person, pack: SearchedPack) {
  const transform = await transformFor(deps, { org, env }, pack);
  const { transform_id } = transform;
  const name: GalleryName = { org, env, pack: pack.id, pack_version: pack.version, transform_id };
  const most = largestGallery(pack);
  // A gallery that could not be judged anyway is not read.
  const fits =
    deps.galleries.find(name) !== null ||
    (await countOthers(deps.database.db, name, customer_hash, most + 1)) <= most;
  return { name, transform, fits };
}

/**
 * The largest number of strangers that can be searched with the lowest FMR that the pack may claim; 0: none.
 */
function largestGallery(pack: Pick<Pack, 'match'>): number {
  const fmr = lowestClaim(pack);
  return fmr === null ? 0 : Math.floor((TARGET_FPIR / fmr) * (1 + 1e-9));
}

/**
 * The threshold for this many strangers, or the highest that any other measurement of the pack has at that
 * FMR or, if it does not reach that, at its lowest one. Templates of several images are more similar to
 * strangers too, and the templates of a gallery have different numbers of images.
 */
function strictestThreshold(
  pack: Pick<Pack, 'match'>,
  counts: { template: number; probe: number },
  gallery: number,
): number | null {
  const found = searchThreshold(pack, counts, gallery);
  if (!found) return null;
  const others = pack.match.map((calibration) => {
    const reached = Math.min(...calibration.points.map(({ fmr }) => fmr));
    return thresholdAt(calibration, Math.max(found.fmr, reached)) ?? 0;
  });
  return Math.max(found.threshold, ...others);
}

/**
 * The quick scan gives candidates. Each is then read again, opened and compared exactly. A customer who was
 * erased between the two is not found, and customers are no duplicates of themselves.
 */
async function search(
  deps: Deps,
  held: Readonly<Held>,
  customer_hash: string,
  probe: Fused,
  threshold: number,
): Promise<Found | null> {
  const scan = await deps.galleries.scan(held, probe.embedding, threshold, WAIT_MS);
  if (!scan) return null;
  const seqs = scan.candidates.map(({ seq }) => seq);
  const now = deps.clock.now();
  const best = new Map<string, number>();
  const rows = await readAgain(deps.database.db, held.name, seqs);
  for (const row of await withKeyBytes(deps.data_keys, rows)) {
    if (row.customer_hash === customer_hash || row.delete_after.getTime() <= now) continue;
    const score = exactScore(deps, row, probe);
    if (score !== null && score >= threshold)
      best.set(row.customer_hash, Math.max(score, best.get(row.customer_hash) ?? -1));
  }
  return [...best]
    .map(([other, score]) => ({ customer_hash: other, score }))
    .sort((a, b) => b.score - a.score)
    .slice(0, HITS_MAX);
}

/**
 * The exact similarity; null for a row that does not open, because one damaged row must not keep all other
 * people from a decision.
 */
function exactScore(deps: Deps, row: KeyedTemplate, probe: Fused): number | null {
  try {
    return cosine(openSealed(row), probe.embedding);
  } catch (error) {
    const { org, env, template_id } = row;
    deps.log.error({ err: error, org, env, template_id }, 'A face template could not be opened.');
    return null;
  }
}

import type { explained, Verification } from '@standpoint/contract';
import { metres } from '@standpoint/contract/words/numbers';
import type { MapLayer } from '../../map/layers.ts';
import { type Bounds, boundsOf } from '../../map/view.ts';

type Explanation = explained.VerificationExplanation;
type Rule = NonNullable<NonNullable<Explanation['policy']>['rule']>;

interface Spot {
  lat: number;
  lng: number;
}
const at = ({ lng, lat }: Spot) => [lng, lat] as const;

function ruleLayers(rule: Rule): MapLayer[] {
  const regions = (codes: readonly string[] | undefined, effect: 'allow' | 'deny'): MapLayer[] =>
    (codes ?? []).map((code) => ({ kind: 'region', code, effect }));
  const shapes = (rule.shapes ?? []).flatMap(({ effect, name, polygon, circle }): MapLayer[] => {
    const label = name === undefined ? {} : { label: name };
    if (circle) return [{ kind: 'circle', at: at(circle), radius_m: circle.radius_m, effect, ...label }];
    return polygon ? [{ kind: 'polygon', rings: polygon, effect, ...label }] : [];
  });
  return [...regions(rule.allow, 'allow'), ...regions(rule.deny, 'deny'), ...shapes];
}

const triesOf = ({ tries, earlier }: Explanation): MapLayer[] => {
  const ofChain = tries.flatMap(({ position, hop }): MapLayer[] =>
    position
      ? [
          { kind: 'disc', at: at(position), radius_m: position.p95_m, of: 'try' },
          { kind: 'point', at: at(position), shape: 'try', label: `try ${hop + 1}` },
        ]
      : [],
  );
  // Dozens of points at one place would be a blot. The nearest few are enough.
  const before = earlier
    .slice(0, 6)
    .flatMap(({ position }): MapLayer[] =>
      position ? [{ kind: 'point', at: at(position), shape: 'try', label: '' }] : [],
    );
  return [...before, ...ofChain];
};

/** Everything of a decision that has a place. */
export function layersOf({ position }: Verification, explanation: Explanation): MapLayer[] {
  const { policy, border, network, tries } = explanation;
  const rule = policy?.rule ?? null;
  const layers: MapLayer[] = [
    ...(rule ? ruleLayers(rule) : []),
    ...(border && border.lines.length > 0 ? [{ kind: 'band' as const, lines: border.lines }] : []),
    ...triesOf(explanation),
  ];
  if (network?.location) {
    const radius = network.location.radius_m;
    const about = radius === null ? '' : `, ±${metres(radius)}`;
    layers.push({ kind: 'point', at: at(network.location), shape: 'network', label: `Address${about}` });
    if (radius !== null)
      layers.push({ kind: 'disc', at: at(network.location), radius_m: radius, of: 'network' });
  }
  if (!position) return layers;
  const spots = tries.flatMap((each) => (each.position ? [at(each.position)] : []));
  if (spots.length > 0) layers.push({ kind: 'path', points: [...spots, at(position)] });
  if (border?.at && border.distance_m !== null)
    layers.push({
      kind: 'dimension',
      from: at(position),
      to: at(border.at),
      label: metres(border.distance_m),
    });
  layers.push(
    { kind: 'disc', at: at(position), radius_m: position.p95_m, of: 'device' },
    { kind: 'point', at: at(position), shape: 'device', label: `Device, ±${metres(position.p95_m)}` },
  );
  return layers;
}

const NEAR_M = 60_000;

/** What decided is in the middle: the device, its border, the tries. What lies far away is reached by zooming out. */
export function boundsAround({ position }: Verification, { border, tries }: Explanation): Bounds | null {
  if (!position) return null;
  const spots = [{ at: at(position), radius_m: Math.max(position.p95_m * 1.5, 150) }];
  if (border?.at && Math.abs(border.distance_m ?? 0) < NEAR_M)
    spots.push({ at: at(border.at), radius_m: Math.min(border.boundary_error_m * 1.1, NEAR_M) });
  for (const each of tries)
    if (each.position) spots.push({ at: at(each.position), radius_m: each.position.p95_m });
  return boundsOf(spots);
}

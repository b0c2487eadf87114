import type { explained, Verification } from '@standpoint/contract';
import { metres, share, time } from '@standpoint/contract/words/numbers';
import { lazy, Suspense, useMemo } from 'react';
import { boundsAround, layersOf } from './map-layers.ts';
import styles from './where.module.css';

const GeoMap = lazy(async () => ({ default: (await import('../../map/geo-map.tsx')).GeoMap }));

interface WhereProps {
  record: Verification;
  explanation: explained.VerificationExplanation;
}

type Border = NonNullable<explained.VerificationExplanation['border']>;

/** The map of a decision, its key, and what is not on it. */
export function Where({ record, explanation }: WhereProps) {
  const layers = useMemo(() => layersOf(record, explanation), [record, explanation]);
  const fit = useMemo(() => boundsAround(record, explanation) ?? undefined, [record, explanation]);
  if (!record.position) return null;
  const { border, network, age_ms, policy } = explanation;
  const words = border ? bandWords(border) : '';
  const band = layers.some(({ kind }) => kind === 'band');
  return (
    <div className={styles.where}>
      <Suspense fallback={<div className={styles.room} />}>
        <GeoMap label={labelOf(record, explanation)} layers={layers} fit={fit} />
      </Suspense>
      <p className={styles.key}>
        <Key kind="device">Device, 95&nbsp;% disc</Key>
        {policy?.rule && <Key kind="allow">Allowed</Key>}
        {band && border && <Key kind="band">Border data: ±{metres(border.boundary_error_m)}</Key>}
        {network?.location && <Key kind="network">Where a database puts the address</Key>}
        {(explanation.tries.length > 0 || explanation.earlier.length > 0) && <Key kind="try">Earlier</Key>}
        {age_ms !== null && (
          <span className={styles.age} dir="auto">
            Measured {time(age_ms)} before the decision.
          </span>
        )}
      </p>
      {words && <p className="small">{words}</p>}
      {network && !network.location && (
        <p className="small quiet">
          The address has no place on this map: no city database is installed, and a country is not a point.
        </p>
      )}
    </div>
  );
}

/** What an operator has to know about a decision beside a border, in one sentence; nothing where none is near. */
function bandWords({ p_inside, inside_from, outside_to, boundary_error_m }: Border): string {
  if (p_inside >= inside_from || p_inside <= outside_to) return '';
  return (
    `The lines of the border data may be off by ${metres(boundary_error_m)} to either side (the hatched band): ` +
    `with the device’s own disc, the place is inside with a probability of ${share(p_inside)}, and a firm ` +
    `answer takes ${share(inside_from)} or more, or ${share(outside_to)} or less.`
  );
}

function labelOf({ position }: Verification, { border }: WhereProps['explanation']): string {
  const disc = `Map: the device, to ${metres(position?.p95_m)}`;
  if (!border || border.distance_m === null) return disc;
  const side = border.distance_m >= 0 ? 'inside' : 'outside';
  return `${disc}, ${metres(border.distance_m)} ${side} the allowed area`;
}

const Key = ({ kind, children }: { kind: string; children: React.ReactNode }) => (
  <span className={styles.entry}>
    <svg className={styles.sign} data-kind={kind} viewBox="0 0 16 12" aria-hidden="true">
      {SIGNS[kind]}
    </svg>
    {children}
  </span>
);

const SIGNS: Record<string, React.ReactNode> = {
  device: <circle cx="8" cy="6" r="4.5" />,
  allow: <rect x="1" y="1" width="14" height="10" />,
  band: <path d="M1 11 9 1M5 11l8-10M9 11l6-8M1 6l4-5" />,
  network: <path d="M8 1l5 5l-5 5l-5-5z" />,
  try: <circle cx="8" cy="6" r="3.5" />,
};

import { lengthWords } from '@standpoint/contract/words/numbers';
import { CopyButton } from '../parts/copy-button.tsx';
import { Table } from '../table/table.tsx';
import styles from './geo-map.module.css';
import { type Layer, type MapLayer, ofKind } from './layers.ts';
import type { LngLat } from './mercator.ts';

interface Row {
  name: string;
  lat: string;
  lng: string;
  note: string;
}

const degrees = (value: number): string => value.toFixed(6).replace('-', '−');

const row = (name: string, [lng, lat]: LngLat, note = ''): Row => ({
  name,
  lat: degrees(lat),
  lng: degrees(lng),
  note,
});

const EFFECTS = { allow: 'allowed', deny: 'not allowed', exclusion: 'excluded' } as const;

/** Everything on the map that has a place, in words. */
export function rowsOf(layers: readonly MapLayer[]): Row[] {
  const disc = ({ at, shape }: Layer<'point'>) =>
    ofKind(layers, 'disc').find((each) => each.of === shape && each.at[0] === at[0] && each.at[1] === at[1]);
  const rows = layers.flatMap((layer): Row[] => {
    switch (layer.kind) {
      case 'point': {
        const around = disc(layer);
        const radius = around ? `within ${lengthWords(around.radius_m)} (95\u00a0%)` : '';
        const name = layer.shape === 'try' ? 'Earlier' : `Point ${layer.number ?? ''}`;
        return [row(layer.label || name, layer.at, radius)];
      }
      case 'circle':
        return [
          row(
            layer.label ?? 'Circle',
            layer.at,
            `${EFFECTS[layer.effect]}, radius ${lengthWords(layer.radius_m)}`,
          ),
        ];
      case 'polygon':
        return layer.rings.flatMap((ring) =>
          ring
            .slice(0, -1)
            .map((at, i) => row(`${layer.label ?? 'Polygon'}, corner ${i + 1}`, at, EFFECTS[layer.effect])),
        );
      case 'dimension':
        return [row('Nearest border', layer.to, `${layer.label} from the device`)];
      default:
        return [];
    }
  });
  // Earlier tries of one place would be the same row again.
  return [...new Map(rows.map((each) => [Object.values(each).join(' '), each])).values()];
}

const asText = (rows: readonly Row[]): string =>
  ['what\tlatitude\tlongitude\tnote', ...rows.map((each) => Object.values(each).join('\t'))]
    .join('\n')
    .replaceAll('−', '-');

/** The same as the map, for people who read tables or need the numbers elsewhere. */
export function Coordinates({ layers }: { layers: readonly MapLayer[] }) {
  const rows = rowsOf(layers);
  if (rows.length === 0) return null;
  return (
    <details className={styles.coordinates}>
      <summary>Table of coordinates</summary>
      <Table
        label="Coordinates"
        density="compact"
        rows={rows}
        rowKey={(each) => Object.values(each).join(' ')}
        columns={[
          { id: 'what', head: 'What', cell: ({ name }) => name },
          { id: 'lat', head: 'Latitude', end: true, cell: ({ lat }) => lat },
          { id: 'lng', head: 'Longitude', end: true, cell: ({ lng }) => lng },
          { id: 'note', head: 'About it', wide: true, cell: ({ note }) => note },
        ]}
      />
      <CopyButton text={asText(rows)} what="the coordinates" label="Copy the coordinates" />
    </details>
  );
}

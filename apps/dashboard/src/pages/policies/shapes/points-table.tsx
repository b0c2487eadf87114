import { ActionIcon } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { wrapped } from '../../../map/globe/turns.ts';
import type { LngLat } from '../../../map/mercator.ts';
import { Icon } from '../../../parts/icon.tsx';
import type { Shape } from '../queries.ts';
import { degreesWords, movedPoint, pointsOf, withoutPoint, withPointAfter } from './geometry.ts';
import styles from './list.module.css';
import type { Selection } from './use-selection.ts';

interface PointsProps {
  shape: Shape;
  selection: Selection;
  edits: boolean;
  change(shape: Shape, about: string): void;
}

/** More rows would make every keystroke slow. */
const SHOWN_MOST = 200;

const Heads = ({ circle }: { circle: boolean }) => (
  <thead>
    <tr>
      <th scope="col">{circle ? 'Centre' : 'Point'}</th>
      <th scope="col">Latitude</th>
      <th scope="col">Longitude</th>
      <th scope="col">
        <span className="unseen">Actions</span>
      </th>
    </tr>
  </thead>
);

/** Every point of a shape by its numbers. */
export function PointsTable({ shape, selection, edits, change }: PointsProps) {
  const points = pointsOf(shape);
  const marked = useRef<HTMLTableRowElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another point came into view.
  useEffect(() => marked.current?.scrollIntoView({ block: 'nearest' }), [selection.point]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
    <section className={styles.scroll} tabIndex={0} aria-label="Points of the shape">
      <table className={styles.points}>
        <Heads circle={!!shape.circle} />
        <tbody>
          {points.slice(0, SHOWN_MOST).map((point, i) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in the ring.
              key={i}
              aria-selected={selection.point === i}
              ref={selection.point === i ? marked : undefined}
            >
              <PointRow
                i={i}
                point={point}
                edits={edits}
                pick={() => selection.pick(selection.shape, i)}
                move={(at) => change(movedPoint(shape, i, at), `type ${selection.shape} ${i}`)}
              />
              <td>
                {edits && !shape.circle && (
                  <RowActs i={i} shape={shape} fewest={points.length <= 3} change={change} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {points.length > SHOWN_MOST && (
        <p className="quiet small">
          {(points.length - SHOWN_MOST).toLocaleString('en')} more points. Change them in the GeoJSON.
        </p>
      )}
    </section>
  );
}

const RowActs = ({
  i,
  shape,
  fewest,
  change,
}: {
  i: number;
  shape: Shape;
  fewest: boolean;
  change: PointsProps['change'];
}) => (
  <span className={styles.acts}>
    <ActionIcon
      size={24}
      aria-label={`Add a point after ${i + 1}`}
      onClick={() => change(withPointAfter(shape, i), '')}
    >
      <Icon name="plus" />
    </ActionIcon>
    <ActionIcon
      size={24}
      aria-label={`Remove point ${i + 1}`}
      disabled={fewest}
      onClick={() => {
        const less = withoutPoint(shape, i);
        if (less) change(less, '');
      }}
    >
      <Icon name="trash" />
    </ActionIcon>
  </span>
);

interface RowProps {
  i: number;
  point: LngLat;
  edits: boolean;
  pick(): void;
  move(at: LngLat): void;
}

function PointRow({ i, point: [lng, lat], edits, pick, move }: RowProps) {
  return (
    <>
      <td>
        <button
          type="button"
          className={styles.number}
          aria-label={`Show point ${i + 1} on the map`}
          onClick={pick}
        >
          {i + 1}
        </button>
      </td>
      <td>
        <Degrees
          label={`Latitude of point ${i + 1}`}
          value={lat}
          most={90}
          edits={edits}
          focus={pick}
          change={(next) => move([lng, next])}
        />
      </td>
      <td>
        <Degrees
          label={`Longitude of point ${i + 1}`}
          value={wrapped(lng)}
          most={180}
          edits={edits}
          focus={pick}
          change={(next) => move([next, lat])}
        />
      </td>
    </>
  );
}

interface DegreesProps {
  label: string;
  value: number;
  most: number;
  edits: boolean;
  focus(): void;
  change(value: number): void;
}

/** Shown with five digits, kept with seven. */
function Degrees({ label, value, most, edits, focus, change }: DegreesProps) {
  const [text, setText] = useState<string | null>(null);
  const number = text === null ? value : Number(text.trim().replace('−', '-').replace(',', '.'));
  const wrong = text !== null && (text.trim() === '' || !Number.isFinite(number) || Math.abs(number) > most);
  return (
    <input
      aria-label={label}
      aria-invalid={wrong}
      inputMode="decimal"
      readOnly={!edits}
      dir="ltr"
      value={text ?? degreesWords(value)}
      onFocus={focus}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        const read = Number(next.trim().replace('−', '-').replace(',', '.'));
        if (next.trim() !== '' && Number.isFinite(read) && Math.abs(read) <= most) change(read);
      }}
      onBlur={() => setText(null)}
    />
  );
}

import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './app-steps.module.css';

const BORDER = 3;

/** Dark on white in both themes: many scanners read nothing else. */
export function QrCode({ text, name }: { text: string; name: string }) {
  const { size, path } = useMemo(() => draw(text), [text]);
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={name}>
      <path d={path} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  );
}

/** One path of horizontal bars. */
function draw(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: BORDER });
  let path = '';
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (!data[y]![x]) continue;
      let width = 1;
      while (data[y]![x + width]) width++;
      path += `M${x} ${y}h${width}v1h-${width}z`;
      x += width;
    }
  return { size, path };
}

import type { ComponentChildren, CSSProperties } from 'preact';
import { Head, type Mouth } from './head.tsx';
import { Icon, type IconName } from './icon.tsx';

const OUTLINE = 'M150-12A162 212 0 1 1 149.990-12';

interface RingProps {
  /** 0 to 1. */
  value: number;
  children?: ComponentChildren;
}

/** The ring round the oval, 12 of 300 outside of it. It fills from the top, clockwise. */
export const Ring = ({ value, children }: RingProps) => (
  <svg class="ring" viewBox="-36 -36 372 472" aria-hidden="true" focusable="false">
    <path class="track" d={OUTLINE} pathLength={1} />
    <path
      class={`value${value > 0 ? '' : ' none'}`}
      d={OUTLINE}
      pathLength={1}
      style={{ '--value': value } as CSSProperties}
    />
    {children}
  </svg>
);

const RAYS = Array.from({ length: 11 }, (_, n) => {
  const at = (n - 5) * 0.4;
  const [x, y] = [Math.sin(at), -Math.cos(at)];
  return `M${150 + x * 180} ${200 + y * 230}L${150 + x * 204} ${200 + y * 258}`;
});

const Done = () => (
  <svg class="tick" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
    <circle cx="50" cy="50" r="50" />
    <path pathLength={1} d="M30 52l14 14 27-31" />
  </svg>
);

export interface OvalProps {
  value?: number;
  /** A third of the ring travels round. */
  busy?: boolean;
  /** Closed, with a tick. */
  done?: boolean;
  window?: 'dark' | 'glow' | 'frozen';
  badge?: IconName | undefined;
  tone?: 'accent' | 'amber';
  mouth?: Mouth | undefined;
  /** In place of the head. */
  children?: ComponentChildren;
  /** Leaves room for a caption. */
  small?: boolean;
}

/** The shape of the whole check: consent, primer, camera, waiting and result show the same oval. */
export const Oval = ({ value = 0, busy, done, window, badge, tone, mouth, small, children }: OvalProps) => (
  <div class={`oval${done ? ' done' : ''}${busy ? ' busy' : ''}${small ? ' over-caption' : ''}`}>
    <div class={`window ${window ?? ''}`}>
      {children ?? <Head {...(done ? { mouth: 'smile' as const } : { mouth })} />}
    </div>
    {done && <i class="halo" />}
    <Ring value={value}>{done && RAYS.map((d) => <path key={d} class="burst" pathLength={1} d={d} />)}</Ring>
    {done && <Done />}
    {badge && (
      <span class={`badge-mark ${tone ?? 'accent'}`}>
        <Icon name={badge} />
      </span>
    )}
  </div>
);

import type { Oval } from '../guidance/framing.ts';

/** Motions with a direction. The picture is a mirror, so the person's left is on the left. */
export type Cue = 'turn_left' | 'turn_right' | 'tilt_left' | 'tilt_right';
export const isCue = (kind: string | undefined): kind is Cue => /^(turn|tilt)_(left|right)$/.test(kind ?? '');

const GAP = 14;
const LENGTH = 34;
const HEAD = 13;
/** Angle of the arc over the head. */
const SWEEP = Math.PI / 7;

/** From the cheek outwards. */
const turnPath = ({ cx, cy, rx }: Oval, side: -1 | 1): string => {
  const tip = cx + side * (rx + GAP + LENGTH);
  const back = -side * HEAD;
  return `M${cx + side * (rx + GAP)} ${cy}H${tip}m${back} ${-HEAD}L${tip} ${cy}l${back} ${HEAD}`;
};

/** Over the head and down towards the shoulder. */
const tiltPath = ({ cx, cy, ry }: Oval, side: -1 | 1): string => {
  const radius = ry + GAP;
  const at = (angle: number) =>
    [cx + side * radius * Math.sin(angle), cy - radius * Math.cos(angle)] as const;
  const [x0, y0] = at(-SWEEP / 3);
  const [x, y] = at(SWEEP);
  const barb = (turn: number) => {
    const angle = (side > 0 ? Math.PI + SWEEP : -SWEEP) + turn;
    return [x + HEAD * 1.3 * Math.cos(angle), y + HEAD * 1.3 * Math.sin(angle)] as const;
  };
  const [a, b] = [barb(0.6), barb(-0.6)];
  return `M${x0} ${y0}A${radius} ${radius} 0 0 ${side > 0 ? 1 : 0} ${x} ${y}M${a[0]} ${a[1]}L${x} ${y}L${b[0]} ${b[1]}`;
};

/** An arrow that shows at a glance what the prompt says in words. */
export const CueArrow = ({ cue, oval }: { cue: Cue; oval: Oval }) => {
  const side = cue.endsWith('left') ? -1 : 1;
  const d = cue.startsWith('turn') ? turnPath(oval, side) : tiltPath(oval, side);
  return (
    <g class={`cue ${cue}`}>
      <path class="cue-edge" d={d} />
      <path d={d} />
    </g>
  );
};

const TICK = 15;

/** A tick at the foot of the oval: it shows by shape, not only by colour, that all is well. */
export const Tick = ({ oval: { cx, cy, ry } }: { oval: Oval }) => (
  <g class="tick">
    <circle cx={cx} cy={cy + ry} r={TICK} />
    <path d={`M${cx - 6.5} ${cy + ry}l4.5 5l8.5 -9.5`} />
  </g>
);

import type { CSSProperties } from 'preact';
import { Ring } from '../draw/oval.tsx';
import type { Ui } from '../page/ui.ts';

const SIDES = {
  left: { arc: 'M-14 302A188 238 0 0 1-14 98', mark: -38, tick: -47 },
  right: { arc: 'M314 302A188 238 0 0 0 314 98', mark: 338, tick: 329 },
} as const;

interface MeterProps {
  side: keyof typeof SIDES;
  on: boolean;
  full: boolean;
  turn: number;
}

/** How far the head has turned, on the side to which it turns. It shows as well that this is far enough. */
const Meter = ({ side, on, full, turn }: MeterProps) => {
  const { arc, mark, tick } = SIDES[side];
  return (
    <g class={`side${on ? ' on' : ''}${full ? ' full' : ''}`}>
      <path class="meter" pathLength={1} d={arc} />
      <path class="turned" pathLength={1} d={arc} style={{ '--turn': turn } as CSSProperties} />
      <circle class="mark" cx={mark} cy={200} r={20} />
      <path d={`M${tick} 201l6 6 12-13`} />
    </g>
  );
};

const sideOf = (kind: string | null | undefined): keyof typeof SIDES | null =>
  kind === 'turn_left' ? 'left' : kind === 'turn_right' ? 'right' : null;

interface LiveOvalProps {
  ui: Ui;
  /** Share of the challenge that is done, 0 to 1. */
  ratio: number;
  enough?: boolean;
  kind?: string | undefined;
}

/** The camera's oval. Only the ring and one meter move while pictures are judged. */
export const LiveOval = ({ ui, ratio, enough = false, kind }: LiveOvalProps) => {
  const { screen } = ui.state;
  const steps = screen.name === 'capture' ? (screen.attempt?.challenge.steps.length ?? 0) : 0;
  const motion = ui.motion.value;
  const share = motion.kind === kind ? motion.share : 0;
  const side = sideOf(kind);
  const held = screen.name === 'capture' && screen.holding;
  // A step has begun, is being done, or is held: the ring goes with it, and never back.
  const value = steps === 0 ? 0 : Math.min(1, ratio + (held ? 0.4 : share * 0.8) / steps);
  return (
    <div class="oval">
      <div class="window" />
      <Ring value={value}>
        {(['left', 'right'] as const).map((each) => (
          <Meter
            key={each}
            side={each}
            on={side === each}
            full={side === each && enough}
            turn={side === each ? (enough ? 1 : share) : 0}
          />
        ))}
      </Ring>
    </div>
  );
};

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { maskPath, ovalIn, type Size } from '../guidance/framing.ts';
import type { Ui } from '../page/ui.ts';
import { CameraVideo } from './camera-video.tsx';
import { type Cue, CueArrow, Tick } from './cue.tsx';
import type { Mood } from './guidance.tsx';

export interface Guide {
  /** How much larger the face should be. */
  scale?: number;
  cue?: Cue;
}

interface StageProps {
  ui: Ui;
  guide: Guide;
  mood: Mood;
  /** Share of the challenge that is done, 0 to 1. */
  ratio: number;
  /** Seconds to the first step; 0 for none. */
  count: number;
}

/** The size of an element on the screen, also after it changes. */
const useSizeOf = (box: RefObject<HTMLElement | null>): Size => {
  const [size, setSize] = useState<Size>({ width: 360, height: 460 });
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return size;
};

/** The camera's picture as a mirror, with the oval for the face. The sizes are measured, not styled. */
export const Stage = ({ ui, guide, mood, ratio, count }: StageProps) => {
  const box = useRef<HTMLDivElement>(null);
  const view = useSizeOf(box);
  const oval = ovalIn(view, guide.scale);
  const { cx, cy, rx, ry } = oval;
  return (
    <div class="stage" ref={box}>
      <CameraVideo ui={ui} kind="mirror" label={ui.t.ready.preview} />
      <svg viewBox={`0 0 ${view.width} ${view.height}`} aria-hidden="true" focusable="false">
        <path class="mask" fill-rule="evenodd" d={maskPath(view, oval)} />
        <ellipse class={`ring ring-${mood}`} cx={cx} cy={cy} rx={rx} ry={ry} />
        {ratio > 0.02 && (
          <path
            class="ring-done"
            pathLength={100}
            stroke-dasharray={`${(ratio * 100).toFixed(1)} 100`}
            d={`M${cx} ${cy - ry}a${rx} ${ry} 0 1 1 0 ${2 * ry}a${rx} ${ry} 0 1 1 0 ${-2 * ry}`}
          />
        )}
        {guide.cue && <CueArrow cue={guide.cue} oval={oval} />}
        {(mood === 'well' || mood === 'held') && <Tick oval={oval} />}
      </svg>
      {count > 0 && (
        <span class="count" aria-hidden="true">
          {new Intl.NumberFormat(ui.locale).format(count)}
        </span>
      )}
    </div>
  );
};

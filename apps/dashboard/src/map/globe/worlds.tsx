import { Fragment, type ReactNode } from 'react';
import { toPixels, type View } from '../view.ts';
import { turnedView, turnsIn } from './turns.ts';

interface WorldsProps {
  view: View;
  /** For ids of clip paths, which are of the whole page. */
  id: string;
  /** One world as it is seen in a view, with an id of its own. */
  children(view: View, id: string): ReactNode;
}

/** The world, and beside it the next one where a map is moved over the 180th meridian. */
export function Worlds({ view, id, children }: WorldsProps) {
  const turns = turnsIn(view);
  if (turns.length === 1) return <Fragment>{children(turnedView(view, turns[0]!), id)}</Fragment>;
  return turns.map((turn) => {
    const there = turnedView(view, turn);
    // On whole pixels: where two worlds share one, the page behind them would be seen through both as a line.
    const [left, right] = [0, 1].map((x) => Math.round(toPixels(there, [x, 0])[0])) as [number, number];
    return (
      <g key={turn} clipPath={`url(#${id}-world${turn})`}>
        <clipPath id={`${id}-world${turn}`}>
          <rect x={left} width={right - left} height={view.height} />
        </clipPath>
        {children(there, `${id}${turn}`)}
      </g>
    );
  });
}

/** A label of a mark, and the room that the mark itself takes, in pixels. */
export interface Label {
  key: string;
  text: string;
  x: number;
  y: number;
  /** Half of the mark's width: the label stands beside it. */
  away: number;
}

export interface Placed extends Label {
  at: [x: number, y: number];
  anchor: 'start' | 'middle' | 'end';
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** About what 11 px of the system's font take. */
const LETTER = 6.1;
const LINE = 14;
/** Of one line, however far it reaches out of the map. */
const MOST_PIECES = 400;

/** A straight line from one pixel to another. */
export type Stroke = readonly [from: readonly [number, number], to: readonly [number, number]];

/** The buttons in the corner, as large as on a phone. */
const CONTROLS: Box = { left: 0, right: 62, top: 0, bottom: 150 };

/** Where each label stands: beside its mark, on the first side where nothing lies yet and all of it is seen. */
export function placed(
  labels: readonly Label[],
  strokes: readonly Stroke[],
  width: number,
  height: number,
): Placed[] {
  const taken: Box[] = [
    CONTROLS,
    ...labels.map(({ x, y, away }) => around(x, y, Math.min(away, 10))),
    ...strokes.flatMap(alongStroke),
  ];
  return labels.map((label) => {
    const places = placesOf(label);
    const free = places.find(
      (place) => isSeen(boxOf(place), width, height) && !taken.some((box) => overlap(box, boxOf(place))),
    );
    const chosen = free ?? places[0]!;
    taken.push(boxOf(chosen));
    return chosen;
  });
}

function placesOf(label: Label): Placed[] {
  const { x, y, away } = label;
  const gap = away + 5;
  return [
    { ...label, at: [x + gap, y + 4], anchor: 'start' },
    { ...label, at: [x - gap, y + 4], anchor: 'end' },
    { ...label, at: [x, y + gap + 9], anchor: 'middle' },
    { ...label, at: [x, y - gap - 3], anchor: 'middle' },
    { ...label, at: [x + gap * 0.7, y - gap * 0.7 - 4], anchor: 'start' },
    { ...label, at: [x - gap * 0.7, y + gap * 0.7 + 10], anchor: 'end' },
    // Where several marks lie at one place.
    { ...label, at: [x, y + gap + 9 + LINE], anchor: 'middle' },
    { ...label, at: [x, y - gap - 3 - LINE], anchor: 'middle' },
  ];
}

function boxOf({ text, at: [x, y], anchor }: Placed): Box {
  const width = text.length * LETTER;
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - 10, bottom: y - 10 + LINE };
}

const around = (x: number, y: number, by: number): Box => ({
  left: x - by,
  right: x + by,
  top: y - by,
  bottom: y + by,
});

/** The room that a line takes, in small boxes, so that the sides of a slanting line stay free. */
function alongStroke([[x0, y0], [x1, y1]]: Stroke): Box[] {
  const pieces = Math.min(MOST_PIECES, Math.ceil(Math.hypot(x1 - x0, y1 - y0) / 6));
  return Array.from({ length: pieces + 1 }, (_, i) => {
    const t = i / Math.max(1, pieces);
    return around(x0 + t * (x1 - x0), y0 + t * (y1 - y0), 2);
  });
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const isSeen = ({ left, right, top, bottom }: Box, width: number, height: number): boolean =>
  left > 4 && right < width - 4 && top > 4 && bottom < height - 4;

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

/** Where each label stands: beside its mark, on the first side where nothing lies yet and all of it is seen. */
export function placed(labels: readonly Label[], width: number, height: number): Placed[] {
  const taken: Box[] = labels.map(({ x, y, away }) => around(x, y, Math.min(away, 10)));
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

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const isSeen = ({ left, right, top, bottom }: Box, width: number, height: number): boolean =>
  left > 4 && right < width - 4 && top > 4 && bottom < height - 4;

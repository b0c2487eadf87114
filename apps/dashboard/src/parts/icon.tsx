/** Sixteen by sixteen, drawn with lines. */
const PATHS = {
  arrow: 'M3 8h10M9.5 4.5 13 8l-3.5 3.5',
  box: 'M2.5 5 8 2.5 13.5 5v6L8 13.5 2.5 11zM2.5 5 8 7.5 13.5 5M8 7.5v6',
  check: 'M3 8.5 6.5 12 13 4.5',
  chevron: 'M6.5 4.5 10 8l-3.5 3.5',
  circle: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11z',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.8V8l2.2 1.6',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  copy: 'M5.5 5.5h7.5v8h-7.5zM3 10.5v-8h7.5',
  cross: 'M4 4l8 8M12 4l-8 8',
  cursor: 'M3.5 2.5 13 7l-4.2 1.4L7.3 13z',
  dash: 'M4 8h8',
  data:
    'M8 6c2.8 0 4.5-.8 4.5-1.8S10.8 2.4 8 2.4 3.5 3.2 3.5 4.2 5.2 6 8 6zM3.5 4.200v7.600C3.5 12.8 5.2 ' +
    '13.6 8 13.600s4.5-.8 4.5-1.800V4.200M3.5 8c0 1 1.7 1.8 4.5 1.800s4.5-.8 4.5-1.8',
  download: 'M8 2.500v7.500M4.8 7 8 10.2 11.2 7M3 13.200h10',
  document: 'M4 2h5l3 3v9H4zM9 2v3h3',
  dots: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  down: 'M4.5 6.5 8 10l3.5-3.5',
  face: 'M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3M6 6.5v.5M10 6.5v.5M5.8 9.8c1.3 1 3.1 1 4.4 0',
  eye:
    'M1.8 8C3.2 5.2 5.4 3.8 8 3.8S12.8 5.2 14.2 8C12.8 10.8 10.6 12.2 8 12.2S3.2 10.8 1.8 8zM8 9.8a1.8 ' +
    '1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  flow: 'M2.5 3h4v3.5h-4zM9.5 9.5h4V13h-4zM4.5 6.5v4.7h5M6.5 4.8h5v4.7',
  gear:
    'M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 1.8v1.7M8 12.5v1.7M1.8 8h1.7M12.5 8h1.7M3.6 3.6l1.2 1.2M11.2 ' +
    '11.2l1.2 1.2M12.4 3.6l-1.2 1.2M4.8 11.2l-1.2 1.2',
  globe:
    'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM2 8h12M8 2c2 2 2.5 4 2.5 6S10 12 8 14C6 12 5.5 10 5.5 8S6 4 8 2z',
  home: 'M2.5 7.5 8 2.8l5.5 4.7v6h-4v-3.6h-3v3.6h-4z',
  inbox: 'M2.5 9 4.5 3h7l2 6v4h-11zM2.5 9h3.2c.2 1.3 1.1 2 2.3 2s2.1-.7 2.3-2h3.2',
  half: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 5v3.5M8 11v.01',
  hook: 'M6.5 5.5a2.5 2.5 0 1 1 2.8 3.2l-2 3.6M9.5 11.5h2.2a1.8 1.8 0 1 1-1.7 2.3M5 7.5a2.5 2.5 0 1 0 1.8 4',
  key: 'M5.5 10.5a3 3 0 1 0 0-.01zM7.8 8.2 13.5 2.5M11 5l2 2',
  left: 'M9.5 4 5.5 8l4 4',
  list: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5.3a2.5 2.5 0 0 1 5 0v2.2',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5z',
  out: 'M9 3h4v4M13 3 7.5 8.5M11 9v4H3V5h4',
  people:
    'M6 7.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM1.8 13c.3-2.2 2-3.4 4.2-3.4s3.9 1.2 4.2 3.4M10.5 ' +
    '3.1a2.3 2.3 0 0 1 0 4.3M11.8 9.9c1.4.5 2.2 1.6 2.4 3.1',
  person: 'M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3.2 13.5c.3-2.6 2.2-3.9 4.8-3.9s4.5 1.3 4.8 3.9',
  pin: 'M8 14s4.5-4.2 4.5-7.5a4.5 4.5 0 0 0-9 0C3.5 9.8 8 14 8 14zM8 8a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  plus: 'M8 3v10M3 8h10',
  pulse: 'M1.8 8.5h3L6.5 4l3 8 1.7-3.5h3',
  redo: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5l3 3',
  shield: 'M8 2 13 4v4c0 3-2 5-5 6-3-1-5-3-5-6V4z',
  swap: 'M3 5.5h9M9.5 3 12 5.5 9.5 8M13 10.5H4M6.5 8 4 10.5 6.5 13',
  shape: 'M3 5.5 8 2.5l5.5 4-2 7h-7z',
  trash: 'M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.5 9h6l.5-9',
  undo: 'M3 8a5 5 0 1 0 1.6-3.7M3 2.5v3h3',
  warning: 'M8 2.5 14.5 13.5h-13zM8 6.5v3.2M8 11.6v.01',
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing beside words, which it repeats: nothing reads it aloud. */
export const Icon = ({ name, className }: { name: IconName; className?: string }) => (
  <svg
    className={className}
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
);

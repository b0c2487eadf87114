import type { ComponentChildren } from 'preact';

/** Streets of a map, in the colour of the page. */
const STREETS = 'M22 92c50 4 84 24 104 56s40 50 66 54M60 34c0 56 26 120 76 186M128 18c-4 44 16 84 90 100';
const Ground = () => (
  <>
    <circle class="f" cx="120" cy="120" r="104" />
    <path class="street" d={STREETS} />
  </>
);
const Screen = () => <rect class="f" x="8" y="40" width="224" height="160" rx="32" />;

/** An address bar with the symbol to tap, which beats softly. */
const Bar = ({ children }: { children: ComponentChildren }) => (
  <>
    <Screen />
    <rect class="s bar" x="24" y="84" width="192" height="72" rx="36" />
    <path class="h" d="M112 112h80M112 130h52" />
    <circle class="pulse-ring" cx="62" cy="121" r="30" />
    <circle class="spot" cx="62" cy="121" r="30" />
    {children}
  </>
);

/** Drawings on a 240 × 240 grid: `f` tint, `s` surface, `a` accent, `h` hairline, `w` warning. */
const ART = {
  blocked_chrome: () => (
    <Bar>
      <path class="w" d="M44 112h10M66 112h14M44 130h14M70 130h10" />
      <circle class="w" cx="60" cy="112" r="5" />
      <circle class="w" cx="64" cy="130" r="5" />
    </Bar>
  ),
  blocked_safari: () => (
    <Bar>
      <rect class="w" x="46" y="104" width="30" height="22" rx="5" />
      <path class="w" d="M48 134h26M48 140h14" />
    </Bar>
  ),
  blocked_lock: () => (
    <Bar>
      <rect class="w" x="48" y="118" width="28" height="22" rx="5" />
      <path class="w" d="M53 118v-7a9 9 0 0 1 18 0v7" />
    </Bar>
  ),
  blocked_firefox: () => (
    <Bar>
      <path
        class="w"
        d={
          'M48 112h16a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H48a3 3 0 0 1-3-3v-12a3 3 0 0 1 3-3z' +
          'M68 119l10-5v14l-10-5M44 103l36 35'
        }
      />
    </Bar>
  ),
  /** The person finds the permission in the system's settings: a list with a switch. */
  settings: () => (
    <>
      <Screen />
      <rect class="s" x="72" y="24" width="96" height="192" rx="20" />
      <path class="h" d="M92 76h32M92 104h24M92 160h28" />
      <rect class="w" x="124" y="122" width="32" height="20" rx="10" />
      <circle class="a" cx="146" cy="132" r="6" />
      <path d="M92 132h20" />
    </>
  ),
  in_use: () => (
    <>
      <Screen />
      <rect class="s" x="36" y="68" width="120" height="84" rx="12" />
      <path d="M36 88h120" />
      <circle class="a" cx="96" cy="116" r="12" />
      <path class="a" d="M74 150c2-14 12-18 22-18s20 4 22 18z" />
      <rect class="s" x="108" y="104" width="100" height="72" rx="12" />
      <path d="M108 122h100" />
      <path
        class="w"
        d={
          'M142 138h18a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-18a3 3 0 0 1-3-3v-14a3 3 0 0 1 3-3z' +
          'M163 146l10-6v16l-10-6'
        }
      />
    </>
  ),
  none: () => (
    <>
      <Screen />
      <rect class="s" x="36" y="72" width="116" height="80" rx="10" />
      <path d="M24 164h140" />
      <circle class="h" cx="94" cy="82" r="3" />
      <path class="h" d="M76 112h36" />
      <rect class="s" x="152" y="84" width="52" height="96" rx="12" />
      <circle class="a" cx="178" cy="98" r="4" />
      <path d="M172 168h12M166 132l8 8 16-16" />
    </>
  ),
  network: () => (
    <>
      <circle class="f" cx="120" cy="120" r="100" />
      <path class="s" d="M84 156a30 30 0 0 1-2-60 42 42 0 0 1 80-4 34 34 0 0 1-4 64z" />
      <path class="w" d="M108 116l24 24M132 116l-24 24" />
    </>
  ),
  expired: () => (
    <>
      <circle class="f" cx="120" cy="120" r="100" />
      <circle class="s" cx="120" cy="120" r="64" />
      <path d="M120 80v40l26 16" />
      <path class="h" d="M120 28v12M120 200v12M28 120h12M200 120h12" />
    </>
  ),
  /** A conversation, not a cross: what comes next is help. */
  refused: () => (
    <>
      <circle class="f" cx="120" cy="120" r="100" />
      <path
        class="s"
        d={
          '' +
          'M66 84h108a16 16 0 0 1 16 16v48a16 16 0 0 1-16 16h-50l-28 24v-24H66a16 16 0 0 1-16-16v-48a16 16 0 0 1 16-16z'
        }
      />
      <circle class="a" cx="90" cy="124" r="6" />
      <circle class="a" cx="120" cy="124" r="6" />
      <circle class="a" cx="150" cy="124" r="6" />
    </>
  ),
  linked: () => (
    <>
      <circle class="f" cx="120" cy="120" r="104" />
      <rect class="s" x="28" y="76" width="112" height="76" rx="10" />
      <path d="M16 166h136" />
      <rect class="s" x="144" y="68" width="68" height="124" rx="16" />
      <path d="M170 180h16" />
      <path class="h" d="M178 96a16 22 0 1 1-.01 0" />
      <path d="M178 96a16 22 0 1 1-14 32M68 116l12 12 22-24" />
    </>
  ),
  map: () => (
    <>
      <Ground />
      <path class="s" d="M120 168c34-38 48-58 48-80a48 48 0 0 0-96 0c0 22 14 42 48 80z" />
      <circle class="a" cx="120" cy="88" r="18" />
    </>
  ),
  looking: () => (
    <>
      <Ground />
      <circle class="radar" cx="120" cy="132" r="88" />
      <circle class="radar two" cx="120" cy="132" r="88" />
      <circle class="a" cx="120" cy="132" r="12" />
    </>
  ),
  coarse: () => (
    <>
      <Ground />
      <circle cx="120" cy="124" r="72" stroke-dasharray="2 12" />
      <path class="w" d="M120 152c22-24 30-38 30-52a30 30 0 0 0-60 0c0 14 8 28 30 52z" />
      <path class="w" d="M120 88v14M120 112v1" />
    </>
  ),
  found: () => (
    <>
      <circle class="good-ground" cx="120" cy="120" r="104" />
      <path class="street" d={STREETS} />
      <path class="good-pin" d="M120 176c40-44 56-68 56-92a56 56 0 0 0-112 0c0 24 16 48 56 92z" />
      <path class="good-tick" pathLength={1} d="M96 86l17 17 32-34" />
    </>
  ),
} as const;
export type ArtName = keyof typeof ART;

/** A drawing of what the words beside it say. */
export const Art = ({ name }: { name: ArtName }) => {
  const Drawn = ART[name];
  return (
    <svg class={`art ${name}`} viewBox="0 0 240 240" aria-hidden="true" focusable="false">
      <Drawn />
    </svg>
  );
};

import type { CSSProperties } from 'preact';

export type Mouth = 'smile' | 'open' | 'covered';

interface HeadProps {
  /** −1 (to the left of the screen) to 1. */
  yaw?: number;
  /** Degrees; positive leans to the right of the screen. */
  roll?: number;
  /** 1 is the usual size. */
  near?: number;
  mouth?: Mouth | undefined;
}

/** A plain person made from the accent. It is drawn as in a mirror, whatever the direction of the text. */
export const Head = ({ yaw = 0, roll = 0, near = 1, mouth }: HeadProps) => (
  <svg
    class="head"
    viewBox="0 0 200 240"
    aria-hidden="true"
    focusable="false"
    data-mouth={mouth}
    style={{ '--yaw': yaw, '--roll': `${roll}deg`, '--near': near } as CSSProperties}
  >
    <g class="all">
      <path class="shirt" d="M-22 620V296c0-70 40-94 96-104h52c56 10 96 34 96 104v324z" />
      <path class="shade" d="M78 156h44v38c0 18-44 18-44 0z" />
      <g class="top-part">
        <ellipse class="shade ear-l" cx="47" cy="112" rx="9" ry="14" />
        <ellipse class="shade ear-r" cx="153" cy="112" rx="9" ry="14" />
        <path class="skin" d="M46 96c0-40 24-64 54-64s54 24 54 64c0 44-22 82-54 82S46 140 46 96z" />
        <path
          class="hair"
          d="M44 102c-6-50 22-78 56-78s62 28 56 78c-3-16-9-27-18-34-20 10-52 9-68-2-14 8-23 20-26 36z"
        />
        <Face />
        <g class="covers">
          <path class="shirt" d="M42 84c0-40 26-62 58-62s58 22 58 62c-36-12-80-12-116 0z" />
          <path class="glass" d="M34 88c40-18 92-18 132 0-40-6-92-6-132 0z" />
        </g>
      </g>
    </g>
  </svg>
);

const Face = () => (
  <g class="face">
    <path class="line" d="M70 95c5-4 11-4 16-1M114 94c5-3 11-3 16 1" />
    <ellipse class="dot" cx="79" cy="110" rx="4.5" ry="5.5" />
    <ellipse class="dot" cx="121" cy="110" rx="4.5" ry="5.5" />
    <path class="line nose" d="M100 108c-1 8-4 15-4 19 0 3 3 4 7 3" />
    <path class="line rest" d="M86 149c9 4 19 4 28 0" />
    <path class="line smile" d="M82 145c9 12 27 12 36 0" />
    <ellipse class="dot mouth-open" cx="100" cy="150" rx="10" ry="9" />
    <g class="covers">
      <path class="glass" d="M62 102h34v10a15 15 0 0 1-32 4zM104 102h34l-2 14a15 15 0 0 1-32-4z" />
      <path class="line" d="M94 104h12M62 104l-14-4M138 104l14-4" />
    </g>
  </g>
);

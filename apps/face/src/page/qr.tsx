import { encode } from 'uqr';

/** Modules of white around the code (ISO/IEC 18004: four). */
export const QUIET_ZONE = 4;

/**
 * One SVG path of all dark modules, and the side length in modules, quiet zone included. `ecc`: error
 * correction level.
 */
export const qrPath = (text: string, ecc: 'M' | 'H' = 'M'): { path: string; size: number } => {
  const { data, size } = encode(text, { ecc, border: QUIET_ZONE });
  const rows = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''));
  return { path: rows.join(''), size };
};

/** Always dark on white, whatever the theme: cameras do not read inverted codes reliably. */
export const Qr = ({ text, label }: { text: string; label: string }) => {
  const { path, size } = qrPath(text);
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
};

/** The highest error correction: 8 symbols are 21 × 21 modules at any level. */
export const MOVING_ECC = 'H';

/**
 * The current code for optical pairing. It changes 2.5 times a second, even with reduced motion, because
 * the change is its only purpose. WCAG 2.3.1 allows three flashes a second, and a flash is two changes,
 * there and back. The code has no text for screen readers; the words beside it describe it.
 */
export const MovingCode = ({ text }: { text: string }) => {
  const { path, size } = qrPath(text, MOVING_ECC);
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      aria-hidden="true"
      focusable="false"
      shape-rendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
};

import { encode } from 'uqr';

/** Modules of white around the code (ISO/IEC 18004: four). */
export const QUIET_ZONE = 4;

/** One SVG path of all dark modules, and the side length in modules, quiet zone included. */
export const qrPath = (text: string): { path: string; size: number } => {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
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

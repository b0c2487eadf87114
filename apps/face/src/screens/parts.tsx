import type { ComponentChildren } from 'preact';

/** Line drawings on a 24 × 24 grid. They repeat what the words beside them say. */
const DRAWINGS = {
  camera: 'M4 8h3l1.6-2.4h6.8L17 8h3v11H4zM12 16.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4z',
  face:
    'M12 3.2c-3.9 0-6.6 3.2-6.6 8.3s2.900 9.300 6.600 9.300 6.600-4.200 ' +
    '6.600-9.300-2.700-8.300-6.600-8.300zM9.300 11v.6M14.700 11v.6M9.500 15.400c1.500 1.300 3.500 1.300 ' +
    '5 0',
  phone: 'M7.500 2.800h9v18.400h-9zM10.900 18.300h2.200',
  scan:
    'M3.500 8V4.500H7M17 4.500h3.500V8M20.500 16v3.500H17M7 19.500H3.500V16M8.200 ' +
    '8.700h2.600v2.600H8.200zM13.200 8.700h2.600v2.600h-2.600zM8.200 13h2.600v2.600H8.200zM13.200 ' +
    '13h.9M15.800 15.600h-.9',
  check: 'M5 12.800l4.600 4.600L19.200 7.400',
  clock: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17zM12 7.200V12l3.200 2',
  stop: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17zM8.600 12h6.800',
  alert: 'M12 4.200L21 19.600H3zM12 10v4.400M12 16.900v.2',
  sun:
    'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.800v2M12 19.200v2M2.800 12h2M19.200 12h2M5.500 ' +
    '5.500l1.400 1.400M17.100 17.100l1.400 1.400M18.500 5.500l-1.400 1.400M6.900 17.100l-1.400 1.400',
  glasses:
    'M6.600 16.600a3.400 3.400 0 1 0 0-6.800 3.400 3.400 0 0 0 0 6.800zM17.400 16.600a3.400 3.400 0 1 ' +
    '0 0-6.800 3.400 3.400 0 0 0 0 6.800zM10 12.600c1.200-1 2.800-1 4 0M3.200 12.600L5 7.400M20.800 ' +
    '12.600L19 7.400',
  level:
    'M2.500 12S6 6.200 12 6.200 21.500 12 21.500 12 18 17.800 12 17.800 2.500 12 2.500 12zM12 ' +
    '14.600a2.600 2.600 0 1 0 0-5.200 2.600 2.600 0 0 0 0 5.200z',
  lock: 'M6 11h12v9.200H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  person:
    'M12 11.500a3.900 3.900 0 1 0 0-7.800 3.900 3.900 0 0 0 0 7.800zM4.800 20.300c.7-3.800 ' +
    '3.400-5.900 7.200-5.900s6.500 2.100 7.200 5.900',
  wifi:
    'M3 9.500c5.200-4.900 12.800-4.900 18 0M6.300 13c3.300-3 8.100-3 11.400 0M9.500 16.400c1.500-1.300 ' +
    '3.500-1.300 5 0M12 19.600v.1',
  pin:
    'M12 20.800c-4.100-4.200-6.200-7.800-6.200-10.700a6.200 6.200 0 0 1 12.400 0c0 2.900-2.100 ' +
    '6.500-6.200 10.700zM12 12.600a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  question:
    'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17zM9.600 9.600c.2-1.500 1.200-2.300 ' +
    '2.500-2.300 1.400 0 2.400.9 2.400 2.200 0 1.900-2.500 2-2.500 4M12 16.500v.2',
} as const;
export type DrawingName = keyof typeof DRAWINGS;

export const Drawing = ({ name }: { name: DrawingName }) => (
  <svg class="drawing" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={DRAWINGS[name]} />
  </svg>
);

/** A drawing in a soft circle above a heading. */
export const Emblem = ({
  name,
  tone = 'accent',
}: {
  name: DrawingName;
  tone?: 'accent' | 'good' | 'warn' | 'calm';
}) => (
  <div class={`emblem ${tone}`}>
    <Drawing name={name} />
  </div>
);

/** The one heading of a screen; it receives the focus when the screen appears. */
export const Title = ({ children }: { children: ComponentChildren }) => <h1 tabIndex={-1}>{children}</h1>;

interface ButtonProps {
  onClick: () => void;
  kind?: 'main' | 'second' | 'quiet';
  busy?: boolean;
  type?: 'button' | 'submit';
  children: ComponentChildren;
}

export const Button = ({ onClick, kind = 'main', busy = false, type = 'button', children }: ButtonProps) => (
  <button
    type={type}
    class={kind}
    aria-disabled={busy ? 'true' : undefined}
    onClick={(event) => {
      if (type === 'submit') return;
      event.preventDefault();
      if (!busy) onClick();
    }}
  >
    {busy && <span class="dots" aria-hidden="true" />}
    {children}
  </button>
);

export const Actions = ({ children }: { children: ComponentChildren }) => (
  <div class="actions">{children}</div>
);

import { useEffect, useState } from 'react';

const NAMES = [
  'text-3',
  'hair',
  'line',
  'surface',
  'accent',
  'fail',
  'review-mark',
  'retry',
  'pass',
] as const;
export type Colours = Record<(typeof NAMES)[number], string>;

function read(): Colours {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
  ) as Colours;
}

/** The tokens, for a canvas, which knows no CSS; read again when the theme changes. */
export function useColours(): Colours {
  const [colours, setColours] = useState(read);
  useEffect(() => {
    const observer = new MutationObserver(() => setColours(read()));
    observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    return () => observer.disconnect();
  }, []);
  return colours;
}

import { useEffect, useRef } from 'react';

/** A list at its top that is not touched for so long shows new rows by itself. */
const UNTOUCHED_MS = 30_000;
const LOOK_MS = 1_000;
/** Of scrolling: a page that bounces is at its top. */
const TOP_PX = 8;

/** Calls `act` once the page stands at its top and was not touched for a while. */
export function useUntouched(wanted: boolean, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  const touched = useRef(Date.now());
  useEffect(() => {
    const touch = () => {
      touched.current = Date.now();
    };
    const events = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'focusin'] as const;
    for (const event of events) window.addEventListener(event, touch, { passive: true });
    return () => {
      for (const event of events) window.removeEventListener(event, touch);
    };
  }, []);
  useEffect(() => {
    if (!wanted) return;
    const timer = setInterval(() => {
      if (window.scrollY < TOP_PX && Date.now() - touched.current > UNTOUCHED_MS) latest.current();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [wanted]);
}

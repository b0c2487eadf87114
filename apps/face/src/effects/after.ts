import { useEffect, useState } from 'preact/hooks';

/**
 * How many of the given times (ms since the screen appeared) have passed. Changes only the wording;
 * outcomes have their own timers.
 */
export const usePassed = (...times: readonly number[]): number => {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const timers = times.map((ms, i) => setTimeout(() => setPassed(i + 1), ms));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, []);
  return passed;
};

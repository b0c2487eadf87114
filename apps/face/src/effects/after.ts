import { useEffect, useState } from 'preact/hooks';

/**
 * How many of the given times (ms since the screen appeared) have passed. Changes nothing but words: outcomes
 * have their timers.
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

import type { Evidence } from '@standpoint/contract';

/** The device's time zone and languages; `utc_offset_min` counts east of UTC. */
export const clock = (): NonNullable<Evidence['clock']> => {
  const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions();
  return {
    epoch_ms: Date.now(),
    monotonic_ms: Math.round(performance.now()),
    // Absent in a few browsers.
    time_zone: timeZone?.slice(0, 64),
    utc_offset_min: -new Date().getTimezoneOffset() || 0,
    locale: locale.slice(0, 64),
    languages: (navigator.languages ?? [])
      .filter((language) => language && language.length <= 64)
      .slice(0, 20),
  };
};

import type { Evidence } from '@standpoint/contract';

type Facts = Required<Pick<Evidence, 'purpose' | 'sdk' | 'device' | 'signals'>>;

/**
 * The facts besides position and clock that the browser SDK always sends, as an undisturbed page reports
 * them.
 */
export function browserFacts(readings: number, epoch_ms: number, monotonic_ms: number): Facts {
  const ago = (ms: number) => ({ epoch_ms: epoch_ms - ms, monotonic_ms: monotonic_ms - ms });
  const native = { native: true, like_fresh: true, refuses_stranger: true, scripted: false, proxied: false };
  return {
    purpose: 'verify',
    sdk: { name: '@standpoint/web', version: '0.5.0' },
    device: {
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      max_touch_points: 0,
      hardware_concurrency: 8,
      screen: { width: 1920, height: 1080, ratio: 1 },
      coarse_pointer: false,
      hover: true,
    },
    signals: {
      webdriver: false,
      probes: ['device', 'page', 'geolocation_api', 'automation', 'readings', 'fresh_answer'],
      origin: 'https://shop.example',
      visibility: 'visible',
      focused: true,
      frame_depth: 0,
      geolocation_api: {
        defined_on: 'prototype',
        own: [],
        own_of_zone: [],
        own_realm: true,
        functions: { watchPosition: native },
      },
      automation: { globals: [], headless_name: false, console_read: false, no_window: false },
      readings: Array.from({ length: readings }, (_, i) => ({
        kind: 'native' as const,
        delay_ms: 180 + 1_000 * i,
        synchronous: false,
      })),
      clock_track: Array.from({ length: readings + 2 }, (_, i) => ago(1_000 * (readings + 1 - i))),
    },
  };
}

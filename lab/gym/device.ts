import { randomUUID } from 'node:crypto';
import type { Evidence, Position } from '@standpoint/contract';
import { whole } from '../../apps/service/testing/engines/whole-evidence.ts';
import type { Random } from '../borders/random.ts';
import { addressIn, type City, offsetAt } from './world.ts';

/**
 * A device at a true place, on a network of its city. Honest payloads are made from it, and attacks start
 * from one.
 */
export interface Device {
  platform: 'web' | 'ios' | 'android';
  city: City;
  /** Public IPv4 address. */
  ip: string;
  /** Degrees of the true place. */
  lat: number;
  lng: number;
  random: Random;
}

const METRES_PER_DEGREE = 111_320;

/** A device at a random place, at most 8 km to the north or south and to the east or west of the centre. */
export function newDevice(platform: Device['platform'], city: City, random: Random): Device {
  const away = () => ((random.uniform() - 0.5) * 16_000) / METRES_PER_DEGREE;
  const mobile = platform !== 'web' && random.uniform() < 0.5;
  return {
    platform,
    city,
    ip: addressIn(mobile ? city.mobile : city.fixed, random),
    lat: city.lat + away(),
    lng: city.lng + away() / Math.cos((city.lat * Math.PI) / 180),
    random,
  };
}

const BASIS = { web: 'p95', ios: 'rms', android: 'p68' } as const;
/**
 * Factor from σ of a circular Gaussian to the accuracy that each platform reports (W3C: the radius of 95 %;
 * Android: the radius of 68 %; iOS: √2 σ).
 */
const SIGMAS = { web: 2.4477, ios: Math.SQRT2, android: 1.5096 } as const;

/** One reading with honest noise. σ is drawn once per attempt, and the error for each reading. */
function reading(device: Device, sigma_m: number, measured_ms: number): Position {
  const { random, platform } = device;
  const error = () => (random.normal() * sigma_m) / METRES_PER_DEGREE;
  const outdoors = platform !== 'web' && random.uniform() < 0.7;
  return {
    lat: device.lat + error(),
    lng: device.lng + error() / Math.cos((device.lat * Math.PI) / 180),
    accuracy_m: Number((sigma_m * SIGMAS[platform] * (0.9 + 0.2 * random.uniform())).toFixed(3)),
    accuracy_basis: BASIS[platform],
    ...(outdoors && { altitude_m: 20 + 200 * random.uniform(), speed_mps: 1.5 * random.uniform() }),
    measured_at: new Date(measured_ms).toISOString(),
    source: platform === 'web' ? 'browser' : platform === 'ios' ? 'core_location' : 'fused',
  };
}

/** An honest device's evidence: one to three readings, a clock that is off by a second or so, no bad signal. */
export function honestEvidence(device: Device, at_ms: number): Evidence {
  const { random, platform, city } = device;
  const sigma_m = platform === 'web' ? 8 + 40 * random.uniform() : 2 + 12 * random.uniform();
  const count = 1 + Math.floor(random.uniform() * 3);
  // Fixes come about a second apart, the last one just before the payload is sealed.
  const ages = Array.from(
    { length: count },
    (_, i) => (count - 1 - i) * (900 + 300 * random.uniform()) + 150,
  );
  const monotonic = 20_000 + 3_600_000 * random.uniform();
  const skew_ms = random.normal() * 800;
  const device_ms = at_ms + skew_ms;
  return whole({
    attempt_id: randomUUID(),
    purpose: 'verify',
    collected_at: new Date(device_ms).toISOString(),
    platform,
    sdk: { name: platform === 'web' ? 'web' : 'react-native', version: '0.5.0' },
    permission: { state: 'granted', precise: true },
    positions: ages.map((age) => reading(device, sigma_m, device_ms - age)),
    clock: {
      epoch_ms: Math.round(device_ms),
      monotonic_ms: monotonic,
      time_zone: city.time_zone,
      utc_offset_min: offsetAt(city.time_zone, at_ms),
      locale: city.locale,
      languages: [city.locale],
    },
    ...(platform !== 'web' && { signals: honestSignals(platform, random) }),
  });
}

function honestSignals(platform: 'ios' | 'android', random: Random): NonNullable<Evidence['signals']> {
  const own =
    platform === 'ios'
      ? { simulated_by_software: false, produced_by_accessory: false, jailbroken: false }
      : { mock_provider: false, rooted: false, cloned_app: false };
  return {
    ...own,
    emulator: false,
    hooking_framework: false,
    screen_shared: false,
    remote_control: false,
    debugger: false,
    app_version: '3.2.1',
    boot_count: 10 + Math.floor(random.uniform() * 400),
    // In an undisturbed attempt the clocks advance together, so there is nothing to report.
    clock_track: undefined,
  };
}

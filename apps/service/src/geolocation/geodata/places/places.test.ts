import { describe, expect, it } from 'vitest';
import { bundledData } from '../../../../testing/geodata/bundled.ts';
import { utcOffsetsNear } from './places.ts';

const places = bundledData().places;
const at = (lat: number, lng: number) => {
  const { country, subdivision } = places.locate(lat, lng);
  return [country, subdivision];
};

/**
 * Well-known points: centres of towns, each some kilometres from the next border unless its line says
 * otherwise.
 */
// biome-ignore format: one place a line
const SENTINELS: [string, number, number, string | null, string | null][] = [
  // North America
  ['New York', 40.7128, -74.006, 'US', 'US-NY'],
  ['Jersey City, across the river from New York', 40.7178, -74.0655, 'US', 'US-NJ'],
  ['Los Angeles', 34.0522, -118.2437, 'US', 'US-CA'],
  ['Kansas City, Missouri', 39.0997, -94.5486, 'US', 'US-MO'],
  ['Overland Park, Kansas', 38.9822, -94.6708, 'US', 'US-KS'],
  ['Las Vegas', 36.1716, -115.1391, 'US', 'US-NV'],
  ['Washington', 38.9072, -77.0369, 'US', 'US-DC'],
  ['Arlington, Virginia', 38.87, -77.12, 'US', 'US-VA'],
  ['El Paso', 31.79, -106.42, 'US', 'US-TX'],
  ['Ciudad Juárez', 31.69, -106.42, 'MX', 'MX-CHH'],
  ['Detroit', 42.38, -83.1, 'US', 'US-MI'],
  ['Windsor', 42.28, -82.99, 'CA', 'CA-ON'],
  ['Toronto', 43.6532, -79.3832, 'CA', 'CA-ON'],
  ['Montréal', 45.5019, -73.5674, 'CA', 'CA-QC'],
  ['Ottawa', 45.38, -75.7, 'CA', 'CA-ON'],
  ['Vancouver', 49.2827, -123.1207, 'CA', 'CA-BC'],
  ['Lloydminster east of the meridian', 53.28, -109.95, 'CA', 'CA-SK'],
  ['Anchorage', 61.2181, -149.9003, 'US', 'US-AK'],
  ['Honolulu', 21.3069, -157.8583, 'US', 'US-HI'],
  ['San Juan', 18.4, -66.06, 'PR', null],
  ['Hagåtña', 13.4745, 144.7504, 'GU', null],
  ['Ciudad de México', 19.4326, -99.1332, 'MX', 'MX-CMX'],
  ['Guatemala', 14.6349, -90.5069, 'GT', 'GT-01'],
  // South America
  ['Bogotá', 4.65, -74.09, 'CO', 'CO-DC'],
  ['Quito', -0.1807, -78.4678, 'EC', 'EC-P'],
  ['Lima', -12.0464, -77.0428, 'PE', 'PE-LMA'],
  ['Cusco', -13.5226, -71.9673, 'PE', 'PE-CUS'],
  ['São Paulo', -23.5505, -46.6333, 'BR', 'BR-SP'],
  ['Foz do Iguaçu', -25.51, -54.55, 'BR', 'BR-PR'],
  ['Buenos Aires', -34.6118, -58.4173, 'AR', 'AR-C'],
  ['Ushuaia', -54.8019, -68.303, 'AR', 'AR-V'],
  ['Cayenne', 4.9224, -52.3135, 'GF', null],
  // Europe
  ['London', 51.5074, -0.1278, 'GB', 'GB-WSM'],
  ['Edinburgh', 55.94, -3.2, 'GB', 'GB-EDH'],
  ['Belfast', 54.5973, -5.9301, 'GB', 'GB-BFS'],
  ['Paris', 48.8566, 2.3522, 'FR', 'FR-75C'],
  ['Berlin', 52.52, 13.405, 'DE', 'DE-BE'],
  ['Potsdam', 52.39, 13.06, 'DE', 'DE-BB'],
  ['Kehl', 48.57, 7.84, 'DE', 'DE-BW'],
  ['Strasbourg', 48.58, 7.73, 'FR', 'FR-67'],
  ['Basel', 47.555, 7.59, 'CH', 'CH-BS'],
  ['Madrid', 40.4168, -3.7038, 'ES', 'ES-M'],
  ['Las Palmas', 28.1, -15.43, 'ES', 'ES-GC'],
  ['Ceuta, an exclave', 35.8883, -5.316, 'ES', 'ES-CE'],
  ['Roma', 41.9028, 12.4964, 'IT', 'IT-RM'],
  ['Vatican, an enclave', 41.9033, 12.4534, 'VA', null],
  ['Luxembourg', 49.6117, 6.13, 'LU', null],
  ['Campione d’Italia, an exclave', 45.969, 8.972, 'IT', 'IT-CO'],
  ['Büsingen, an exclave', 47.6975, 8.69, 'DE', 'DE-BW'],
  ['Kraków, by its present code', 50.0647, 19.945, 'PL', 'PL-12'],
  ['Oslo', 59.9139, 10.7522, 'NO', 'NO-03'],
  ['Drammen, by its present code', 59.744, 10.2045, 'NO', 'NO-33'],
  ['Longyearbyen', 78.2232, 15.6267, 'SJ', null],
  ['Mariehamn', 60.0973, 19.9348, 'AX', null],
  ['Kaliningrad, an exclave', 54.7104, 20.4522, 'RU', 'RU-KGD'],
  ['Pristina', 42.6629, 21.1655, 'XK', null],
  ['Kyiv', 50.4501, 30.5234, 'UA', 'UA-30'],
  ['Istanbul', 41.0082, 28.9784, 'TR', 'TR-34'],
  // Africa
  ['Cairo', 30.0444, 31.2357, 'EG', 'EG-C'],
  ['Lagos', 6.5244, 3.3792, 'NG', 'NG-LA'],
  ['Maseru, in a country inside another', -29.33, 27.5, 'LS', 'LS-A'],
  ['Johannesburg', -26.2041, 28.0473, 'ZA', 'ZA-GP'],
  ['Kinshasa', -4.4, 15.28, 'CD', 'CD-KN'],
  ['Saint-Denis de La Réunion', -20.8907, 55.4551, 'RE', null],
  // Asia
  ['Tehran, by its present code', 35.6892, 51.389, 'IR', 'IR-23'],
  ['Dubai', 25.2048, 55.2708, 'AE', 'AE-DU'],
  ['Delhi', 28.6139, 77.209, 'IN', 'IN-DL'],
  ['Dehradun, by its present code', 30.3165, 78.0322, 'IN', 'IN-UK'],
  ['Hong Kong', 22.3193, 114.1694, 'HK', null],
  ['Shenzhen', 22.56, 114.05, 'CN', 'CN-GD'],
  ['Taipei', 25.033, 121.5654, 'TW', 'TW-TPE'],
  ['Seoul', 37.5665, 126.978, 'KR', 'KR-11'],
  ['Tokyo', 35.6762, 139.6503, 'JP', 'JP-13'],
  ['Jurong East', 1.333, 103.742, 'SG', 'SG-05'],
  ['Johor Bahru', 1.51, 103.74, 'MY', 'MY-01'],
  ['Oecusse, an exclave', -9.25, 124.4, 'TL', 'TL-OE'],
  // Oceania
  ['Sydney', -33.8688, 151.2093, 'AU', 'AU-NSW'],
  ['Canberra, an enclave', -35.2809, 149.13, 'AU', 'AU-ACT'],
  ['Tweed Heads', -28.21, 153.53, 'AU', 'AU-NSW'],
  ['Auckland', -36.8509, 174.7645, 'NZ', 'NZ-AUK'],
  ['Suva', -18.1248, 178.4501, 'FJ', 'FJ-C'],
  // Disputed: ISO 3166 decides
  ['Simferopol', 44.95, 34.1, 'UA', 'UA-43'],
  ['Sevastopol', 44.6, 33.52, 'UA', 'UA-40'],
  ['Famagusta', 35.12, 33.94, 'CY', 'CY-04'],
  // Elsewhere
  ['South Pole', -90, 0, 'AQ', null],
  ['North Pole', 90, 0, null, null],
  ['mid-Atlantic', 30, -30, null, null],
];

describe('where a position lies', () => {
  for (const [name, lat, lng, country, subdivision] of SENTINELS) {
    it(`knows ${name}`, () => expect(at(lat, lng)).toEqual([country, subdivision]));
  }

  it('names the upper levels that cover the place', () => {
    expect(places.locate(48.8566, 2.3522).within).toContain('FR-IDF');
    expect(places.locate(55.94, -3.2).within).toContain('GB-SCT');
    expect(places.locate(41.9028, 12.4964).within).toContain('IT-62');
  });

  it('says that it followed ISO 3166 where another state claims the place', () => {
    expect(places.locate(44.95, 34.1).disputed).toEqual({ by: 'RU' });
    expect(places.locate(50.4501, 30.5234).disputed).toBeNull();
  });

  it('is the same on both sides of the antimeridian and for any turn of the globe', () => {
    expect(at(-16.8, 179.99)).toEqual(at(-16.8, 179.99 - 360));
    expect(at(-16.8, 180)).toEqual(at(-16.8, -180));
    expect(at(52.9, 173.1)[1]).toBe('US-AK');
    expect(at(52.0, -176.6)[1]).toBe('US-AK');
    expect(at(66.2, -170.5)[1]).toBe('RU-CHU');
    expect(at(40.7128, -74.006 + 720)).toEqual(['US', 'US-NY']);
  });

  it('takes the nearest subdivision of the same country off the coast, and widens the error', () => {
    const pier = places.locate(14.7, -17.56);
    expect(pier).toMatchObject({ country: 'SN', subdivision: 'SN-DK', source: 'nearest' });
    expect(pier.boundary_error_m).toBeGreaterThan(4_000);
    const inland = places.locate(52.52, 13.405);
    expect(inland).toMatchObject({ source: 'polygon', boundary_error_m: 100 });
    expect(places.locate(50.0755, 14.4378)).toMatchObject({ source: 'polygon', boundary_error_m: 4_000 });
    expect(places.locate(40.7128, -74.006).boundary_error_m).toBe(250);
  });

  it('gives a part of a surveyed area the error of the part, whose lines are coarse', () => {
    expect(places.locate(51.45, -2.58)).toMatchObject({ subdivision: 'GB-BST', boundary_error_m: 4_000 });
    expect(places.locate(41.9, 12.5)).toMatchObject({ subdivision: 'IT-RM', boundary_error_m: 4_000 });
    expect(places.locate(48.85, 2.35)).toMatchObject({ subdivision: 'FR-75C', boundary_error_m: 150 });
  });

  it('finds Russia on the 180th meridian, where the lines of its two halves do not meet', () => {
    for (const lat of [65.5, 66, 67.5, 68.5])
      for (const lng of [179.999, 180, 180.002, 180.005, 180.01, -179.999, -180])
        expect([lat, lng, places.locate(lat, lng).country]).toEqual([lat, lng, 'RU']);
    expect(places.locate(75, 180).country).toBeNull();
    expect(places.locate(0, 180).country).toBeNull();
  });

  it('knows the part of a surveyed area beside its line, where the coarse parts overlap it', () => {
    // The Ticino parts Lombardy from Piedmont.
    expect(places.locate(45.4305, 8.84)).toMatchObject({ country: 'IT', within: ['IT-25'] });
    expect(places.locate(45.4305, 8.79)).toMatchObject({ country: 'IT', within: ['IT-21'] });
  });

  it('gives no subdivision rather than one that is right for half of an old area', () => {
    expect(places.locate(45.01, 78.37)).toMatchObject({
      country: 'KZ',
      subdivision: null,
      source: 'country_only',
    });
  });

  it('never names a subdivision of another country', () => {
    for (let i = 0; i < 20_000; i++) {
      const lat = -60 + ((i * 7919) % 14_000) / 100;
      const lng = -180 + ((i * 104_729) % 36_000) / 100;
      const { country, subdivision, source } = places.locate(lat, lng);
      if (subdivision) expect(subdivision.slice(0, 2)).toBe(country);
      expect(source === 'none').toBe(country === null);
    }
  });

  it('refuses coordinates that are not a position', () => {
    for (const [lat, lng] of [
      [90.1, 0],
      [Number.NaN, 0],
      [0, Number.POSITIVE_INFINITY],
      [0, Number.NaN],
    ] as const) {
      expect(() => places.locate(lat, lng)).toThrow(RangeError);
    }
  });

  it('answers in microseconds', () => {
    const started = performance.now();
    for (let i = 0; i < 20_000; i++) places.locate(35 + (i % 200) / 20, -120 + (i % 977) / 20);
    // A generous bound for a busy machine; 1.3 µs were measured.
    expect((performance.now() - started) / 20_000).toBeLessThan(0.1);
  });
});

describe('where the world’s country lines are coarse', () => {
  // Rows along the Rio Grande, kilometres from the river on either bank by the finer US data.
  it.each([
    ['Texas', 27.8442, -99.8036, 'US'],
    ['Texas', 28.2168, -100.1391, 'US'],
    ['Nuevo Laredo', 27.4763, -99.5496, 'MX'],
    ['Piedras Negras', 28.7, -100.55, 'MX'],
    ['Ojinaga', 29.5645, -104.4164, 'MX'],
    ['Presidio', 29.5607, -104.3722, 'US'],
    ['a boat on Lake Erie, on the northern side', 42.35, -80.6, 'CA'],
    ['a boat on Lake Erie, on the southern side', 42.2, -80.3, 'US'],
  ])('%s (%s, %s) lies in %s', (_, lat, lng, country) => {
    expect(places.locate(lat as number, lng as number).country).toBe(country);
  });
});

describe('the time of a place', () => {
  const july = Date.UTC(2026, 6, 1);
  const january = Date.UTC(2026, 0, 1);

  it('names its zone', () => {
    expect(places.locate(40.7128, -74.006).time_zone).toBe('America/New_York');
    expect(places.locate(27.7172, 85.324).time_zone).toBe('Asia/Kathmandu');
    expect(places.locate(90, 0).time_zone).not.toBeUndefined();
  });

  it('follows daylight saving at the instant of the fix', () => {
    expect(utcOffsetsNear(40.7128, -74.006, 50, july)).toEqual([-240]);
    expect(utcOffsetsNear(40.7128, -74.006, 50, january)).toEqual([-300]);
    // Clocks in New York go forward at 07:00 UTC on 8 March 2026.
    expect(utcOffsetsNear(40.7128, -74.006, 50, Date.UTC(2026, 2, 8, 6, 59))).toEqual([-300]);
    expect(utcOffsetsNear(40.7128, -74.006, 50, Date.UTC(2026, 2, 8, 7, 0))).toEqual([-240]);
  });

  it('knows quarter hours and the far ends of the day', () => {
    expect(utcOffsetsNear(27.7172, 85.324, 50, july)).toEqual([345]);
    expect(utcOffsetsNear(1.87, -157.4, 50, july)).toEqual([840]);
    expect(utcOffsetsNear(51.5074, -0.1278, 50, january)).toEqual([0]);
  });

  it('gives every offset inside the disc', () => {
    expect(utcOffsetsNear(41.7, -87.45, 50_000, july)).toEqual([-300, -240]);
  });
});

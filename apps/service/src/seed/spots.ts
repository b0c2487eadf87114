/** Places where the people of a seeded sandbox are at home. */
export interface HomeSpot {
  name: string;
  country: string;
  lat: number;
  lng: number;
  /** Kilometres around it. */
  spread: number;
  /** What people there do, which chooses the policy. */
  type: 'wager' | 'content_access' | 'purchase' | 'login';
  weight: number;
}

const spot = (
  name: string,
  country: string,
  [lat, lng, spread]: [number, number, number],
  type: HomeSpot['type'],
  weight: number,
): HomeSpot => ({ name, country, lat, lng, spread, type, weight });

/** Many stand near the borders of US states, where decisions are hard. */
export const HOME_SPOTS: readonly HomeSpot[] = [
  spot('Newark', 'US', [40.7357, -74.1724, 9], 'wager', 14),
  spot('Jersey City', 'US', [40.7178, -74.0431, 2], 'wager', 7),
  spot('Hoboken', 'US', [40.7453, -74.0279, 1], 'wager', 5),
  spot('Atlantic City', 'US', [39.3643, -74.4229, 6], 'wager', 4),
  spot('Camden', 'US', [39.9259, -75.1196, 2], 'wager', 4),
  spot('Trenton', 'US', [40.2206, -74.7597, 3], 'wager', 3),
  spot('Philadelphia', 'US', [39.9526, -75.1652, 8], 'wager', 9),
  spot('Pittsburgh', 'US', [40.4406, -79.9959, 10], 'wager', 3),
  spot('Manhattan', 'US', [40.7589, -73.9851, 3], 'wager', 2),
  spot('Detroit', 'US', [42.3314, -83.0458, 8], 'wager', 3),
  spot('Wilmington', 'US', [39.7447, -75.5484, 3], 'wager', 2),
  spot('Chicago', 'US', [41.8781, -87.6298, 14], 'purchase', 3),
  spot('Austin', 'US', [30.2672, -97.7431, 14], 'purchase', 2),
  spot('Seattle', 'US', [47.6062, -122.3321, 10], 'login', 2),
  spot('San Francisco', 'US', [37.7749, -122.4194, 7], 'login', 2),
  spot('Toronto', 'CA', [43.6532, -79.3832, 12], 'content_access', 4),
  spot('Windsor', 'CA', [42.3149, -83.0364, 4], 'content_access', 1),
  spot('Berlin', 'DE', [52.52, 13.405, 14], 'content_access', 6),
  spot('Köln', 'DE', [50.9375, 6.9603, 9], 'content_access', 3),
  spot('Wien', 'AT', [48.2082, 16.3738, 10], 'content_access', 3),
  spot('Basel', 'CH', [47.5596, 7.5886, 3], 'content_access', 2),
  spot('Strasbourg', 'FR', [48.5734, 7.7521, 4], 'content_access', 2),
  spot('Paris', 'FR', [48.8566, 2.3522, 10], 'purchase', 3),
  spot('London', 'GB', [51.5072, -0.1276, 14], 'purchase', 5),
  spot('Belfast', 'GB', [54.5973, -5.9301, 7], 'purchase', 1),
  spot('Madrid', 'ES', [40.4168, -3.7038, 10], 'purchase', 2),
  spot('Milano', 'IT', [45.4642, 9.19, 8], 'purchase', 2),
  spot('Warszawa', 'PL', [52.2297, 21.0122, 10], 'purchase', 1),
  spot('Stockholm', 'SE', [59.3293, 18.0686, 8], 'login', 1),
  spot('São Paulo', 'BR', [-23.5505, -46.6333, 14], 'login', 3),
  spot('Ciudad de México', 'MX', [19.4326, -99.1332, 12], 'login', 2),
  spot('Mumbai', 'IN', [19.076, 72.8777, 12], 'login', 3),
  spot('Tokyo', 'JP', [35.6762, 139.6503, 14], 'login', 2),
  spot('Singapore', 'SG', [1.3521, 103.8198, 9], 'login', 1),
  spot('Sydney', 'AU', [-33.8688, 151.2093, 12], 'login', 1),
  spot('Lagos', 'NG', [6.5244, 3.3792, 8], 'login', 1),
];

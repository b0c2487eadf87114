/** The same meridian in [−180, 180). */
export function normaliseLng(lng: number): number {
  return lng >= -180 && lng < 180 ? lng : ((((lng + 180) % 360) + 360) % 360) - 180;
}

/** Metres per degree at a latitude (WGS 84 series); a constant would be 1 % short near the poles. */
export function metresPerDegree(lat: number): { lat: number; lng: number } {
  const phi = (lat * Math.PI) / 180;
  return {
    lat: 111132.92 - 559.82 * Math.cos(2 * phi) + 1.175 * Math.cos(4 * phi),
    lng: Math.max(1e-6, 111412.84 * Math.cos(phi) - 93.5 * Math.cos(3 * phi) + 0.118 * Math.cos(5 * phi)),
  };
}

const earthKm = 6371.0088;
const radians = Math.PI / 180;

/** Degrees, WGS 84. */
export interface Point {
  lat: number;
  lon: number;
}

export function distanceKm(a: Point, b: Point): number {
  const up = Math.sin(((b.lat - a.lat) * radians) / 2);
  const along = Math.sin(((b.lon - a.lon) * radians) / 2);
  const h = up * up + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * along * along;
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(h)));
}

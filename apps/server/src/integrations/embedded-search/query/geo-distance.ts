import { distanceKm } from '@headwater/domain/places/distance';
import { type Bitmap, bitmapOf } from '../format/bitmaps.ts';
import type { Segment } from '../format/segment.ts';

/** The caller owns the bitmap. */
export function documentsNear(segment: Segment, place: { field: string; lat: number; lon: number; km: number }, domain?: Bitmap): Bitmap {
  const { at, lat, lon } = segment.points[place.field]!;
  // A degree of latitude is 111.19 km: one comparison rejects most points.
  const reach = (place.km / 111) * 1e6 + 1;
  const middle = place.lat * 1e6;
  const inside = (document: number): boolean => {
    for (let point = at[document]!; point < at[document + 1]!; point++) {
      if (Math.abs(lat[point]! - middle) > reach) continue;
      if (distanceKm(place, { lat: lat[point]! / 1e6, lon: lon[point]! / 1e6 }) <= place.km) return true;
    }
    return false;
  };
  const some = domain?.toUint32Array();
  const count = some ? some.length : segment.count;
  const found = new Uint32Array(count);
  let length = 0;
  for (let index = 0; index < count; index++) {
    const document = some ? some[index]! : index;
    if (inside(document)) found[length++] = document;
  }
  return bitmapOf(found.subarray(0, length));
}

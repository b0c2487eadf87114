import { writeFileSync } from 'node:fs';
import { pictureAt, seenAt } from '../apps/service/src/geolocation/explained/picture.ts';
import { openPlaces, type Places } from '../apps/service/src/geolocation/geodata/places/places.ts';

/** On the bank of the Delaware, which two states share. */
const BESIDE_A_BORDER = { lat: 40.2135, lng: -74.772, accuracy_m: 120 };

export const borderPicture = (places: Places): string =>
  pictureAt(places, seenAt(places, BESIDE_A_BORDER)!).svg;

/** Writes the picture in docs/accuracy.md: npx node docs/picture.ts */
if (import.meta.main) writeFileSync(new URL('border.svg', import.meta.url), borderPicture(openPlaces()));

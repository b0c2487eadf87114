import { GEOLOCATION_ROUTES } from './geolocation/routes.ts';
import type { Route } from './route.ts';

/** Every endpoint of the service, in the order of the interface document. */
export const ROUTES: readonly Route[] = [...GEOLOCATION_ROUTES];

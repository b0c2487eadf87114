import { CUSTOMER_ROUTES } from './customers.ts';
import { FACE_ROUTES } from './face/routes.ts';
import { GEOLOCATION_ROUTES } from './geolocation/routes.ts';
import type { Route } from './route.ts';

/** Every endpoint of the service, in the order of the interface document. */
export const ROUTES: readonly Route[] = [...GEOLOCATION_ROUTES, ...FACE_ROUTES, ...CUSTOMER_ROUTES];

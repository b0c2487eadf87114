import { listReviews, redeemShortCode } from '@standpoint/contract';
import { CUSTOMER_ROUTES } from './customers.ts';
import { redeemFaceCode } from './face/handoff/redeem.ts';
import { FACE_ROUTES } from './face/routes.ts';
import { redeemLocationCode } from './geolocation/handoff/phone.ts';
import { GEOLOCATION_ROUTES } from './geolocation/routes.ts';
import { redeemHandler } from './handoff/redeem.ts';
import { listReviewsHandler } from './reviews/list.ts';
import { type Route, route } from './route.ts';
import { WEBHOOK_ROUTES } from './webhooks/routes.ts';

/** The one public address where a phone redeems a short code, of whichever area. */
const REDEEM = route(redeemShortCode, redeemHandler([redeemFaceCode, redeemLocationCode]));

/** Every endpoint of the service. */
export const ROUTES: readonly Route[] = [
  ...GEOLOCATION_ROUTES,
  ...FACE_ROUTES,
  REDEEM,
  route(listReviews, listReviewsHandler),
  ...CUSTOMER_ROUTES,
  ...WEBHOOK_ROUTES,
];

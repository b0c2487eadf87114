import { listReviews, MIRRORS, readHome, redeemShortCode } from '@standpoint/contract';
import { AUDIT_ROUTES } from './audit/routes.ts';
import { CUSTOMER_PEOPLE_ROUTES, CUSTOMER_ROUTES } from './customers/routes.ts';
import { DESK_ROUTES } from './desk/routes.ts';
import { DEVELOPER_ROUTES } from './developer/routes.ts';
import { DOSSIER_ROUTES } from './dossier/routes.ts';
import { redeemFaceCode } from './face/handoff/redeem.ts';
import { EXPLAINED_SESSION_ROUTES, FACE_ROUTES } from './face/routes.ts';
import { redeemLocationCode } from './geolocation/handoff/phone.ts';
import { POLICY_ROUTES } from './geolocation/policies/routes.ts';
import { EXPLAINED_ROUTES, GEOLOCATION_ROUTES } from './geolocation/routes.ts';
import { redeemHandler } from './handoff/redeem.ts';
import { LIST_ROUTES } from './lists/routes.ts';
import { LIVE_ROUTES } from './live/routes.ts';
import { readHomeHandler } from './overview/read-home.ts';
import { PEOPLE_ROUTES } from './people/routes.ts';
import { EXPORT_ROUTES } from './portable/routes.ts';
import { HOLD_ROUTES } from './retention/holds/routes.ts';
import { listReviewsHandler } from './reviews/list.ts';
import { type Route, route } from './route.ts';
import { SEED_ROUTES } from './seed/routes.ts';
import { SYSTEM_ROUTES } from './system/routes.ts';
import { DELIVERY_ROUTES, WEBHOOK_ROUTES } from './webhooks/routes.ts';
import { WORKFLOW_ROUTES } from './workflows/routes.ts';

/** The one public address where a phone redeems a short code, of whichever area. */
const REDEEM = route(redeemShortCode, redeemHandler([redeemFaceCode, redeemLocationCode]));

/** The endpoints for backends. */
const BACKEND_ROUTES: readonly Route[] = [
  ...GEOLOCATION_ROUTES,
  ...FACE_ROUTES,
  REDEEM,
  route(listReviews, listReviewsHandler),
  ...CUSTOMER_ROUTES,
  ...HOLD_ROUTES,
  ...EXPORT_ROUTES,
  ...WEBHOOK_ROUTES,
];

/** For people who are signed in, by the same handlers. */
const MIRROR_ROUTES: readonly Route[] = MIRRORS.map(({ endpoint, of }) => {
  const { handle } = BACKEND_ROUTES.find((each) => each.endpoint.name === of)!;
  return { endpoint, handle };
});

/** Every endpoint of the service. */
export const ROUTES: readonly Route[] = [
  ...BACKEND_ROUTES,
  ...PEOPLE_ROUTES,
  ...DEVELOPER_ROUTES,
  ...POLICY_ROUTES,
  ...DESK_ROUTES,
  ...LIVE_ROUTES,
  ...EXPLAINED_ROUTES,
  ...EXPLAINED_SESSION_ROUTES,
  ...DOSSIER_ROUTES,
  route(readHome, readHomeHandler),
  ...SEED_ROUTES,
  ...LIST_ROUTES,
  ...DELIVERY_ROUTES,
  ...AUDIT_ROUTES,
  ...SYSTEM_ROUTES,
  ...WORKFLOW_ROUTES,
  ...CUSTOMER_PEOPLE_ROUTES,
  ...MIRROR_ROUTES,
];

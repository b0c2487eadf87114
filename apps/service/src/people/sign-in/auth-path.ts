/** Where better-auth's routes lie. Apart from `auth.ts`, which loads the library. */
export const AUTH_PATH = '/dashboard/api/auth';
/** Of the operator's identity provider, and the page that the person comes back to when its sign-in failed. */
export const PROVIDER_ID = 'oidc';
export const PROVIDER_CALLBACK = `/oauth2/callback/${PROVIDER_ID}`;
export const SIGN_IN_PAGE = '/dashboard/sign-in';

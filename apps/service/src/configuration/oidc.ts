/** The identity provider of the operator (OpenID Connect), where people of the dashboard may sign in. */
export const OIDC_VARIABLES = {
  STANDPOINT_OIDC_ISSUER: {
    default: '',
    meaning:
      'issuer of an OpenID Connect provider where people sign in to the dashboard; redirect address: ' +
      '{base url}/dashboard/api/auth/oauth2/callback/oidc',
  },
  STANDPOINT_OIDC_CLIENT_ID: { default: '', meaning: 'our client id at that provider' },
  STANDPOINT_OIDC_CLIENT_SECRET: { default: '', meaning: 'our client secret at that provider' },
  STANDPOINT_OIDC_NAME: { default: 'single sign-on', meaning: 'its name on the button "Sign in with …"' },
  STANDPOINT_OIDC_MFA: {
    default: 'claimed',
    meaning:
      'claimed: the provider proved a second factor where its ID token says so (amr with mfa); ' +
      'always: it asks everyone for one',
  },
} as const;

type Name = keyof typeof OIDC_VARIABLES;

export interface Oidc {
  issuer: string;
  client_id: string;
  client_secret: string;
  name: string;
  mfa: 'claimed' | 'always';
}

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;

/** Null where no provider is named. */
export function readOidc(value: (name: Name) => string, mistakes: string[]): Oidc | null {
  const [issuer, client_id, client_secret] = [
    value('STANDPOINT_OIDC_ISSUER'),
    value('STANDPOINT_OIDC_CLIENT_ID'),
    value('STANDPOINT_OIDC_CLIENT_SECRET'),
  ];
  const mfa = value('STANDPOINT_OIDC_MFA');
  if (mfa !== 'claimed' && mfa !== 'always') mistakes.push('STANDPOINT_OIDC_MFA must be claimed or always');
  const given = [issuer, client_id, client_secret].filter(Boolean).length;
  if (given === 0) return null;
  if (given < 3)
    mistakes.push(
      'STANDPOINT_OIDC_ISSUER, STANDPOINT_OIDC_CLIENT_ID and STANDPOINT_OIDC_CLIENT_SECRET go ' +
        'together; set all three or none',
    );
  const url = URL.parse(issuer);
  const fits = url && !url.search && !url.hash && (url.protocol === 'https:' || LOOPBACK.test(issuer));
  // Over plain http, an attacker on the network signs in as any person.
  if (issuer && !fits)
    mistakes.push('STANDPOINT_OIDC_ISSUER must be an https address without query and fragment');
  return { issuer, client_id, client_secret, name: value('STANDPOINT_OIDC_NAME'), mfa: mfa as Oidc['mfa'] };
}

import type { PortalClaims, PreflightClaims } from '@standpoint/contract';

export interface ClaimsOf {
  preflight: PreflightClaims;
  portal: PortalClaims;
}
export type Kind = keyof ClaimsOf;

/** What a text says about itself, when it is a JWT. */
export interface Read {
  typ: unknown;
  claims: Record<string, unknown>;
  /** Origin of `iss`. */
  issuer: string;
}

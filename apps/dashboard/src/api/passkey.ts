import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { read, write } from './client.ts';

/** Browsers offer passkeys on https and on localhost only. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && typeof window.PublicKeyCredential === 'function';

export async function signInWithPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = await read<PublicKeyCredentialRequestOptionsJSON>(
    '/auth/passkey/generate-authenticate-options',
  );
  const response = await startAuthentication({ optionsJSON });
  await write('POST', '/auth/passkey/verify-authentication', { response });
}

/** Makes a passkey on this device for the signed-in person. */
export async function addPasskey(name?: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = await read<PublicKeyCredentialCreationOptionsJSON>(
    '/auth/passkey/generate-register-options',
  );
  const response = await startRegistration({ optionsJSON });
  await write('POST', '/auth/passkey/verify-registration', { response, ...(name && { name }) });
}

/** What went wrong while a passkey was made, where the browser's own words say little. */
export function passkeyWords(error: Error): string {
  if (error.name === 'NotAllowedError')
    return 'No passkey was made: the question was closed or not answered in time.';
  if (error.name === 'InvalidStateError') return 'This device has a passkey for this account already.';
  if (error.name === 'SecurityError')
    return 'This address cannot have passkeys. They need https and a host name.';
  return error.message;
}

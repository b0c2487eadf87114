import { DEFAULT_SETTINGS, VERSIONS } from '@standpoint/contract';
import { refuse } from '../refuse.ts';

const KNOWN: readonly string[] = VERSIONS;

/**
 * The version of the response shapes: that of `Standpoint-Version`, else the one that the organization is
 * pinned to. 400 `invalid_request` for a date that this service does not know: an answer of another shape
 * would be read wrongly.
 */
export function versionOf(header: string | string[] | undefined, pin: string | undefined): string {
  const version = header ?? pin ?? DEFAULT_SETTINGS.version;
  if (typeof version === 'string' && KNOWN.includes(version)) return version;
  const message = `must be one of ${KNOWN.join(', ')}`;
  return refuse('invalid_request', `version ${version}`, {
    fields: [
      {
        path: 'Standpoint-Version',
        message: header === undefined ? `${message}; the organization is pinned to ${pin}` : message,
      },
    ],
  });
}

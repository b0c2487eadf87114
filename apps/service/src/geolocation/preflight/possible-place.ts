import { refuse } from '../../refuse.ts';
import type { Places } from '../geodata/places/places.ts';

/**
 * Refuses an expected jurisdiction that no position can match: a code that is no place, or a subdivision of
 * another country. The check would send every honest person to review, and nothing would say why.
 */
export function requirePossiblePlace(
  places: Pick<Places, 'unknownCodes' | 'similarCodes'>,
  expected: { country: string; subdivision?: string } | undefined,
): void {
  if (!expected) return;
  const { country, subdivision } = expected;
  const impossible = (field: string, message: string) =>
    refuse('invalid_request', 'expected_jurisdiction', {
      fields: [{ path: `expected_jurisdiction.${field}`, message }],
    });
  const requireKnown = (field: string, code: string) => {
    if (places.unknownCodes({ allow: [code] }).length === 0) return;
    const meant = places.similarCodes(code);
    impossible(
      field,
      `is not a known place${meant.length > 0 ? `; did you mean ${meant.join(' or ')}?` : ''}`,
    );
  };
  requireKnown('country', country);
  if (subdivision === undefined) return;
  if (!subdivision.startsWith(`${country}-`))
    impossible('subdivision', `must be a subdivision of ${country}`);
  requireKnown('subdivision', subdivision);
}

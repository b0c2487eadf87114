import type { PolicyDefinition } from '@standpoint/contract';

/**
 * Territories with a country code of their own, by the state whose name people expect them under. A rule that
 * allows the state does not allow them, so a person there is told.
 */
// biome-ignore format: rows by state
export const TERRITORIES: Record<string, readonly string[]> = {
  US: ['AS', 'GU', 'MP', 'PR', 'UM', 'VI'],
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'],
  GB: ['AI', 'BM', 'FK', 'GG', 'GI', 'GS', 'IM', 'IO', 'JE', 'KY', 'MS', 'PN', 'SH', 'TC', 'VG'],
  NL: ['AW', 'BQ', 'CW', 'SX'], DK: ['FO', 'GL'], FI: ['AX'], NO: ['BV', 'SJ'],
  AU: ['CC', 'CX', 'HM', 'NF'], NZ: ['CK', 'NU', 'TK'], CN: ['HK', 'MO'],
};

/**
 * What the author of a policy may not know: a rule that allows a state refuses its territories. One sentence per
 * state, without the territories that the rule names itself; naming them in `deny` says that it is meant so.
 */
export function territoriesLeftOut({ rule }: PolicyDefinition): string[] {
  const { allow = [], deny = [] } = rule ?? {};
  return Object.entries(TERRITORIES).flatMap(([state, codes]) => {
    const left_out = allow.includes(state)
      ? codes.filter((code) => !allow.includes(code) && !deny.includes(code))
      : [];
    if (left_out.length === 0) return [];
    return [
      `${state} is allowed, and its territories with codes of their own are not: ${left_out.join(', ')}. ` +
        'People there are refused. Add the codes to allow, or to deny if that is meant.',
    ];
  });
}

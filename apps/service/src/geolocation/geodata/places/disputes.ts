import type { Region } from '../packed/pack.ts';

interface Dispute {
  /** ISO 3166-1 code of the state that claims or controls the place beside the one whose code it has. */
  by: string;
  /** ISO 3166-2 codes of the place, where it is a whole subdivision. */
  codes?: readonly string[];
}

/**
 * Places that have the code of one state while another claims or controls them. The table with its reasons is
 * `docs/decisions/0031-disputed-places.md`. Places without `codes` are areas of the country pack, which names
 * the dispute.
 */
export const DISPUTES: Readonly<Record<string, Dispute>> = {
  crimea: { by: 'RU', codes: ['UA-43', 'UA-40'] },
  donetsk_and_luhansk: { by: 'RU', codes: ['UA-14', 'UA-09'] },
  abkhazia: { by: 'RU', codes: ['GE-AB'] },
  kosovo: { by: 'RS' },
  northern_cyprus: { by: 'TR' },
  taiwan: { by: 'CN' },
  western_sahara: { by: 'MA' },
  golan: { by: 'IL' },
  west_bank: { by: 'IL' },
  east_jerusalem: { by: 'IL' },
  kashmir_under_india: { by: 'PK', codes: ['IN-JK', 'IN-LA'] },
  kashmir_under_pakistan: { by: 'IN', codes: ['PK-JK', 'PK-GB'] },
};

const BY_CODE = new Map(
  Object.values(DISPUTES).flatMap(({ by, codes = [] }) => codes.map((code) => [code, by])),
);

/** The state that claims the region; null when none on the table does. */
export const claimantOf = ({ code, disputed }: Region): string | null =>
  (disputed !== undefined ? DISPUTES[disputed]?.by : undefined) ??
  (code ? BY_CODE.get(code) : undefined) ??
  null;

/** Countries in which these states claim a subdivision: such a rule has to look below the country. */
export const countriesClaimedIn = (denied: ReadonlySet<string>): string[] => [
  ...new Set([...BY_CODE].filter(([, by]) => denied.has(by)).map(([code]) => code.split('-')[0]!)),
];

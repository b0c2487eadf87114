/** What a text is that was given for a key or a secret, read from its beginning alone. */
const KINDS: readonly [begins: RegExp, what: string][] = [
  [/^sp_(live|test)_/, 'an API key (sp_…)'],
  [/^sr_(live|test)_/, 'a results key (sr_…)'],
  [/^pkg_/, 'a package token (pkg_…), which installs packages and nothing else'],
  [/^whsec_/, 'the secret of a webhook endpoint (whsec_…)'],
  [/^whpk_/, 'the public key of a webhook endpoint (whpk_…)'],
  [/^whsk_/, 'the service’s own private key (whsk_…)'],
  [/^eyJ/, 'a token (JWT)'],
  [/^Bearer /i, 'a whole Authorization header'],
];

/** What it is, in words that do not repeat it; undefined for a text of no known kind. */
export const kindOf = (text: string): string | undefined =>
  KINDS.find(([begins]) => begins.test(text.trimStart()))?.[1];

const FORMS = { sp: 'an API key (sp_live_… or sp_test_…)', sr: 'a results key (sr_live_… or sr_test_…)' };

/** Why it cannot be a key of this kind. The key itself never stands in a message, which may reach a log. */
function faultOf(value: unknown, prefix: keyof typeof FORMS): string | undefined {
  if (typeof value !== 'string' || value === '') return 'is missing: is its environment variable set?';
  const kind = kindOf(value);
  if (kind && !value.trimStart().startsWith(`${prefix}_`)) return `is ${kind}; it must be ${FORMS[prefix]}`;
  if (value !== value.trim()) return 'has a space or a line break before or after it: trim it';
  if (/^["']|["']$/.test(value)) return 'has quotation marks around it: remove them';
  if (value.includes('…')) return 'has the “…” of an example: the whole key belongs there';
  if (!kind) return `must begin with ${prefix}_live_ or ${prefix}_test_`;
  return /^s[pr]_(live|test)_[\w-]+$/.test(value) ? undefined : 'has a character that no key has';
}

/** Returns the key. Throws a `TypeError` that names the mistake. */
export const keyOf = (value: unknown, prefix: keyof typeof FORMS, name: string): string => {
  const fault = faultOf(value, prefix);
  if (fault) throw new TypeError(`${name} ${fault}`);
  return value as string;
};

export const isSandboxKey = (key: string): boolean => /^s[pr]_test_/.test(key);

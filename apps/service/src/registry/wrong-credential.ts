/** What a credential that is no package token looks like, and what to do. It is judged by its form alone. */
const FORMS: readonly [pattern: RegExp, what: string, phrase: string][] = [
  [
    /^sp_(live|test)_/,
    'That is an API key (sp_…), a secret of your backend',
    'API key instead of a package token',
  ],
  [
    /^sr_(live|test)_/,
    'That is a results key (sr_…), a secret of your backend',
    'Results key instead of a package token',
  ],
  [/^whsec_/, 'That is the secret of a webhook (whsec_…)', 'Webhook secret instead of a package token'],
  [/^ey[\w-]+\.[\w-]*\.[\w-]*$/, 'That is a token of a check (a JWT)', 'JWT instead of a package token'],
  [
    /^pkt_/,
    'That is the id of a package token, and not its text (pkg_…)',
    'Id of a package token instead of its text',
  ],
  [
    /^\$\{?\w+\}?$|^%\w+%$/,
    'That is the name of a variable that was not replaced by its value',
    'Variable not replaced',
  ],
  [/^npm_|^gh[pousr]_|^github_pat_/, 'That is a token of another registry', 'Token of another registry'],
  [
    /…|\.\.\.$/,
    'That is the beginning of a package token with dots, as lists show it',
    'Package token cut off',
  ],
  [/^pkg_/, 'This package token is not complete, or not known here', 'Package token unknown'],
];

/** A sentence, and the few words of it that fit into a status line. */
export interface Said {
  sentence: string;
  phrase: string;
}

export function wrongCredential(text: string): Said {
  const [, what, phrase] = FORMS.find(([pattern]) => pattern.test(text)) ?? [
    null,
    'That is no package token (pkg_…)',
    'Not a package token',
  ];
  return { sentence: `${what}.`, phrase };
}

/** One vector: `why` names the promise or the attack. `expect` is the value, or `{error: code}`. */
export interface Case {
  name: string;
  why: string;
  input: Record<string, unknown>;
  expect: Record<string, unknown>;
}

export interface Family {
  family: string;
  /** Raised when a case changes its meaning; further cases do not raise it. */
  version: 1;
  /** What a client does with `input`, and what stands in `expect`. */
  about: string;
  cases: Case[];
}

/** A family whose cases have different names. */
export function familyOf(family: string, about: string, cases: Case[]): Family {
  const names = cases.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice) throw new Error(`${family}: two cases are named ${twice}`);
  return { family, version: 1, about, cases };
}

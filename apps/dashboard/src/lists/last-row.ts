/** The row that was opened last: a person who comes back to its list goes on there. */
let last: string | null = null;

export const rememberRow = (to: string): void => {
  last = to;
};

/** The link of that row, once, if it is below `body`. */
export function takeLastRow(body: HTMLElement | null): HTMLElement | null {
  if (last === null || !body) return null;
  const link = body.querySelector<HTMLElement>(`[data-row-link="${CSS.escape(last)}"]`);
  if (link) last = null;
  return link;
}

/** A piece of the line that names a map's authors. */
export interface Credit {
  text: string;
  href?: string;
}

/** Of the text that a map shows. */
const MOST = 600;
const MOST_HTML = 10_000;
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
};

const decoded = (text: string): string =>
  text
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = Number.parseInt(decimal ?? hex, decimal ? 10 : 16);
      return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replace(/\s+/g, ' ');

const TAG = /(<[^>]*>)/;
const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i;

/** What is taken apart at all: metadata may be megabytes long. A tag that the cut went through is left out. */
function beginningOf(html: string): string {
  if (html.length <= MOST_HTML) return html;
  const cut = html.slice(0, MOST_HTML);
  const open = cut.lastIndexOf('<');
  return open > cut.lastIndexOf('>') ? cut.slice(0, open) : cut;
}

/**
 * What the archive says of its authors: HTML by custom, so it is taken apart here, and the page sets text and https
 * addresses alone. A file from elsewhere can put no script and no other element into the dashboard.
 */
export function creditsOf(attribution: unknown): Credit[] {
  if (typeof attribution !== 'string') return [];
  const credits: Credit[] = [];
  let left = MOST;
  let href: string | undefined;
  for (const [i, piece] of beginningOf(attribution).split(TAG).entries()) {
    // The pattern is kept by `split`: text and tags take turns.
    if (i % 2 === 1) {
      if (/^<\/?a\b/i.test(piece)) href = addressOf(piece);
      continue;
    }
    const text = decoded(piece).slice(0, left);
    left -= text.length;
    const last = credits.at(-1);
    if (last && last.href === href) last.text += text;
    else credits.push(href ? { text, href } : { text });
  }
  return credits.filter(({ text }) => text.trim() !== '');
}

function addressOf(tag: string): string | undefined {
  const [, double, single] = HREF.exec(tag) ?? [];
  const url = URL.parse(decoded(double ?? single ?? '').trim());
  return url?.protocol === 'https:' ? url.href : undefined;
}

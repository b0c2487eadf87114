/** A piece of the line that names a map's authors. */
export interface Credit {
  text: string;
  href?: string;
}

const MOST = 600;
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

const LINK = /<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>([\s\S]*?)<\/a\s*>/gi;
const plain = (html: string): string => decoded(html.replace(/<[^>]*>/g, ''));

/**
 * What the archive says of its authors: HTML by custom, so it is taken apart here, and the page sets text and https
 * addresses alone. A file from elsewhere can put no script and no other element into the dashboard.
 */
export function creditsOf(attribution: unknown): Credit[] {
  if (typeof attribution !== 'string') return [];
  const html = attribution.slice(0, MOST);
  const credits: Credit[] = [];
  let from = 0;
  for (const found of html.matchAll(LINK)) {
    credits.push({ text: plain(html.slice(from, found.index)) }, linkOf(found));
    from = found.index + found[0].length;
  }
  credits.push({ text: plain(html.slice(from)) });
  return credits.filter(({ text }) => text.trim() !== '');
}

function linkOf([, double, single, inside]: RegExpExecArray | RegExpMatchArray): Credit {
  const url = URL.parse(decoded(double ?? single ?? '').trim());
  const text = plain(inside ?? '');
  return url?.protocol === 'https:' ? { text, href: url.href } : { text };
}

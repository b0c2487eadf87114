import type { TileSet } from './current.ts';
import styles from './ground.module.css';

interface CreditsProps {
  tiles: TileSet | null;
  /** Of the lines, where they are the operator's own. */
  lines: string | null;
}

/** Who made the map and its lines, as their licences ask. */
export function Credits({ tiles, lines }: CreditsProps) {
  const credits = [tiles?.attribution ?? [], lines ? [creditOf(lines)] : []].filter(
    ({ length }) => length > 0,
  );
  return credits.length === 0 ? null : (
    <p className={styles.credits} dir="auto">
      {credits.map((pieces) => (
        <span key={pieces[0]!.text}>{pieces.map(pieceOf)}</span>
      ))}
    </p>
  );
}

const pieceOf = ({ text, href }: TileSet['attribution'][number], nth: number) =>
  href ? (
    <a key={nth} href={href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    text
  );

/** A text that ends with an address is a link to it. */
export function creditOf(text: string): TileSet['attribution'][number] {
  const at = text.lastIndexOf(' ');
  const href = text.slice(at + 1);
  if (at < 0 || !/^https?:\/\//.test(href)) return { text };
  return { text: text.slice(0, at).replace(/[,;:]$/, ''), href };
}

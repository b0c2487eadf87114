import type { Place } from '../../../app/place.ts';
import type { Difference } from '../compare/differences.ts';
import type { One } from '../queries.ts';
import type { Saver, Writing } from '../saver.ts';

/** What every part of the page is given. */
export interface ToolProps {
  one: One;
  place: Place;
  builds: boolean;
  saver: Saver;
  writing: Writing;
  changes: readonly Difference[];
  published: NonNullable<One['base']> | null;
  /** The draft begins with something else than what was typed. */
  begun(): void;
  go(part: string): void;
}

import { Note } from '../parts/note.tsx';

/** Above what a person typed while `what` changed: a draft, or settings. */
export const OutdatedNote = ({ what }: { what: string }) => (
  <Note tone="review" live>
    {what} changed since you began to type. If you save what you typed, it takes those changes back.
  </Note>
);

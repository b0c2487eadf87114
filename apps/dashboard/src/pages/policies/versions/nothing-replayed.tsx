import { Note } from '../../../parts/note.tsx';

/** Below a back-test that found no decision to decide again. */
export const NothingReplayed = () => (
  <Note tone="review">
    No stored decision of this time could be decided again, so the back-test says nothing about what will
    change.
  </Note>
);

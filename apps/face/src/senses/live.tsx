import type { Ui } from '../page/ui.ts';
import { instructionOf } from '../screens/capture.tsx';

/**
 * For screen readers: announces each instruction once and at once. The region exists before its text, or
 * the text would not be announced. Hints are announced politely beside the picture (`Calmly`), errors by
 * `role=alert` with the focus on their heading.
 */
export const LiveRegions = ({ ui: { state, t } }: { ui: Ui }) => (
  <p id="live-instruction" class="visually-hidden" aria-live="assertive" aria-atomic="true">
    {state.screen.name === 'capture' ? instructionOf(state.screen, t) : ''}
  </p>
);

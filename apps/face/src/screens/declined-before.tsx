import { asker, type Ui } from '../page/ui.ts';
import { fill } from '../texts/texts.ts';

/** Stands on the first screen after a reviewer declined the last check: what happened, and what to do now. */
export const DeclinedBefore = ({ ui }: { ui: Ui }) =>
  ui.state.declined_before ? (
    <p class="note">{fill(ui.t.declined_before, { integrator: asker(ui) })}</p>
  ) : null;

import { isCalm } from '../page/calm.ts';
import { planOf } from '../page/plan.ts';
import type { Ui } from '../page/ui.ts';
import { counted, fill } from '../texts/texts.ts';

/** "About 20 seconds, 3 small movements": from the workflow, and from measured captures. Null if it is unknown. */
export const effortOf = ({ state, t, locale }: Pick<Ui, 'state' | 't' | 'locale'>): string | null => {
  const plan = planOf(state, isCalm());
  if (!plan) return null;
  const seconds = new Intl.NumberFormat(locale).format(plan.seconds);
  const parts = [fill(t.consent.time, { seconds })];
  if (plan.movements > 0) parts.push(counted(t.consent.movements, plan.movements, locale));
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(parts);
};

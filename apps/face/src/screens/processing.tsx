import { usePassed } from '../effects/after.ts';
import type { Ui } from '../page/ui.ts';
import { Title } from './parts.tsx';

/** A silent wait looks like a broken page, so after a while the screen says that it takes longer. */
export const Processing = ({ ui: { t } }: { ui: Ui }) => {
  const { body, longer, slow } = t.processing;
  const words = [body, longer, slow][usePassed(8_000, 25_000)];
  return (
    <section class="center">
      <div class="spinner" aria-hidden="true" />
      <Title>{t.processing.title}</Title>
      <p role="status">{words}</p>
    </section>
  );
};

import { Title } from '../parts.tsx';
import type { Ui } from '../ui.ts';

export const Processing = ({ ui: { t } }: { ui: Ui }) => (
  <section class="center">
    <div class="spinner" aria-hidden="true" />
    <Title>{t.processing.title}</Title>
    <p>{t.processing.body}</p>
  </section>
);

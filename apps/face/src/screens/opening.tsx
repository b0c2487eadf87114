import type { Ui } from '../page/ui.ts';
import { Emblem, Title } from './parts.tsx';

export const Opening = ({ ui: { t } }: { ui: Ui }) => (
  <section class="center">
    <Emblem name="camera" />
    <Title>{t.opening.title}</Title>
    <p>{t.opening.body}</p>
    <div class="spinner small-spinner" aria-hidden="true" />
  </section>
);

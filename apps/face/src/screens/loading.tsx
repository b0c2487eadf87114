import type { Ui } from '../page/ui.ts';
import { Title } from './parts.tsx';

export const Loading = ({ ui: { t } }: { ui: Ui }) => (
  <section class="center">
    <div class="spinner" aria-hidden="true" />
    <Title>{t.loading.title}</Title>
    <p>{t.loading.body}</p>
  </section>
);

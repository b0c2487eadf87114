import { Title } from '../parts.tsx';
import { fill } from '../texts/texts.ts';
import type { Ui } from '../ui.ts';

export const Uploading = ({ ui: { t, locale }, ratio }: { ui: Ui; ratio: number }) => {
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(ratio);
  return (
    <section class="center">
      <Title>{t.uploading.title}</Title>
      <p>{t.uploading.body}</p>
      <progress max={1} value={ratio} aria-label={t.uploading.title} />
      <p class="small">{fill(t.uploading.progress, { percent })}</p>
    </section>
  );
};

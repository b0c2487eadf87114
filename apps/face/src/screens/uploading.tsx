import { usePassed } from '../effects/after.ts';
import type { Ui } from '../page/ui.ts';
import { fill } from '../texts/texts.ts';
import { Title } from './parts.tsx';

export const Uploading = ({ ui: { t, locale }, ratio }: { ui: Ui; ratio: number }) => {
  const { title, body, slow, arrived, progress } = t.uploading;
  const late = usePassed(15_000) > 0;
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(ratio);
  return (
    <section class="center">
      <Title>{title}</Title>
      <p role="status">{late && ratio < 1 ? slow : body}</p>
      <progress max={1} value={ratio} aria-label={title} />
      <p class="small">{ratio < 1 ? fill(progress, { percent }) : arrived}</p>
    </section>
  );
};

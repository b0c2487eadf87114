import { useLayoutEffect, useRef } from 'preact/hooks';
import { Oval } from '../draw/oval.tsx';
import { usePassed } from '../effects/after.ts';
import { Frame, Words } from '../frame/layout.tsx';
import { Title } from '../frame/parts.tsx';
import type { Ui } from '../page/ui.ts';
import { fill } from '../texts/texts.ts';

/** The last picture in the oval. It exists in memory only, and goes with the result. */
const Frozen = ({ picture }: { picture: HTMLCanvasElement }) => {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current!.append(picture);
    return () => picture.remove();
  }, [picture]);
  return <div ref={place} aria-hidden="true" />;
};

const Scene = ({ ui, value, busy }: { ui: Ui; value: number; busy?: boolean }) =>
  ui.frozen ? (
    <Oval value={value} busy={busy ?? false} window="frozen">
      <Frozen picture={ui.frozen} />
    </Oval>
  ) : (
    <Oval value={value} busy={busy ?? false} />
  );

export const Uploading = ({ ui, ratio }: { ui: Ui; ratio: number }) => {
  const { title, body, slow, arrived, progress } = ui.t.uploading;
  const late = usePassed(15_000) > 0;
  const percent = new Intl.NumberFormat(ui.locale, { style: 'percent' }).format(ratio);
  return (
    <Frame anchor scene={<Scene ui={ui} value={Math.max(0.02, ratio)} />}>
      <Words>
        <Title>{title}</Title>
        <p class="lead" role="status">
          {late && ratio < 1 ? slow : body}
        </p>
        <progress class="visually-hidden" max={1} value={ratio} aria-label={title} />
        <p class="small">{ratio < 1 ? fill(progress, { percent }) : arrived}</p>
      </Words>
    </Frame>
  );
};

/** A silent wait looks like a broken page, so after a while the screen says that it takes longer. */
export const Processing = ({ ui }: { ui: Ui }) => {
  const { title, body, longer, slow } = ui.t.processing;
  const words = [body, longer, slow][usePassed(8_000, 25_000)];
  return (
    <Frame anchor scene={<Scene ui={ui} value={0.3} busy />}>
      <Words>
        <Title>{title}</Title>
        <p class="lead" role="status">
          {words}
        </p>
      </Words>
    </Frame>
  );
};

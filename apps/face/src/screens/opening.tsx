import { Oval } from '../draw/oval.tsx';
import { Frame, Words } from '../frame/layout.tsx';
import { Title } from '../frame/parts.tsx';
import type { Ui } from '../page/ui.ts';

/** The browser's own question lies over this screen. */
export const Opening = ({ ui: { t } }: { ui: Ui }) => (
  <Frame anchor scene={<Oval busy value={0.3} />}>
    <Words>
      <Title>{t.opening.title}</Title>
      <p class="lead">{t.opening.body}</p>
    </Words>
  </Frame>
);

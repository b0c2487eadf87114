import { Oval } from '../draw/oval.tsx';
import { Frame, Words } from '../frame/layout.tsx';
import { Title } from '../frame/parts.tsx';
import type { Ui } from '../page/ui.ts';

export const Loading = ({ ui: { t } }: { ui: Ui }) => (
  <Frame scene={<Oval busy value={0.3} />}>
    <Words>
      <Title>{t.loading.title}</Title>
      <p class="lead">{t.loading.body}</p>
    </Words>
  </Frame>
);

import { Art } from '../draw/art.tsx';
import { Frame, Words } from '../frame/layout.tsx';
import { Actions, Button, Title } from '../frame/parts.tsx';
import type { Ui } from '../page/ui.ts';

/**
 * Shown before the code is redeemed: it waits for a tap, so that no scanner or link preview spends the
 * code.
 */
export const Landing = ({ ui: { t, dispatch } }: { ui: Ui }) => (
  <Frame
    scene={<Art name="linked" />}
    actions={
      <Actions>
        <Button onClick={() => dispatch({ type: 'proceed' })}>{t.landing.go}</Button>
        <Button kind="quiet" onClick={() => dispatch({ type: 'deny' })}>
          {t.landing.not_me}
        </Button>
      </Actions>
    }
  >
    <Words>
      <Title>{t.landing.title}</Title>
      <p class="lead">{t.landing.warning}</p>
    </Words>
  </Frame>
);

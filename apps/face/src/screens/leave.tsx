import { Art } from '../draw/art.tsx';
import { Frame, Words } from '../frame/layout.tsx';
import { Actions, Button, Title } from '../frame/parts.tsx';
import type { Ui } from '../page/ui.ts';

export const Leave = ({ ui: { t, dispatch } }: { ui: Ui }) => (
  <Frame
    scene={<Art name="refused" />}
    actions={
      <Actions>
        <Button onClick={() => dispatch({ type: 'stay' })}>{t.leave.stay}</Button>
        <Button kind="second" onClick={() => dispatch({ type: 'stop' })}>
          {t.leave.stop}
        </Button>
      </Actions>
    }
  >
    <Words>
      <Title>{t.leave.title}</Title>
      <p class="lead">{t.leave.body}</p>
    </Words>
  </Frame>
);

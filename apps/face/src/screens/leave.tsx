import type { Ui } from '../page/ui.ts';
import { Actions, Button, Emblem, Title } from './parts.tsx';

export const Leave = ({ ui: { t, dispatch } }: { ui: Ui }) => (
  <section>
    <Emblem name="question" tone="calm" />
    <Title>{t.leave.title}</Title>
    <p>{t.leave.body}</p>
    <Actions>
      <Button onClick={() => dispatch({ type: 'stay' })}>{t.leave.stay}</Button>
      <Button kind="second" onClick={() => dispatch({ type: 'stop' })}>
        {t.leave.stop}
      </Button>
    </Actions>
  </section>
);

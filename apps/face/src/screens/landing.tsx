import type { Ui } from '../page/ui.ts';
import { Actions, Button, Emblem, Title } from './parts.tsx';

/**
 * Shown before the code is redeemed: it waits for a tap, so that no scanner or link preview spends the
 * code.
 */
export const Landing = ({ ui: { t, dispatch } }: { ui: Ui }) => (
  <section>
    <Emblem name="phone" />
    <Title>{t.landing.title}</Title>
    <p>{t.landing.body}</p>
    <p class="note">{t.landing.warning}</p>
    <Actions>
      <Button onClick={() => dispatch({ type: 'proceed' })}>{t.landing.go}</Button>
      <Button kind="second" onClick={() => dispatch({ type: 'deny' })}>
        {t.landing.not_me}
      </Button>
    </Actions>
  </section>
);

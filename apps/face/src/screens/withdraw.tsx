import type { Screen } from '../flow/state.ts';
import { asker, type Ui } from '../page/ui.ts';
import { fill } from '../texts/texts.ts';
import { Support } from './closing.tsx';
import { Actions, Button, Emblem, Title } from './parts.tsx';

/** “Withdraw your consent?” It says what is deleted, and afterwards only what the service has confirmed. */
export const Withdraw = ({ ui, view }: { ui: Ui; view: Extract<Screen, { name: 'withdraw' }>['view'] }) => {
  const { t, dispatch } = ui;
  const integrator = asker(ui);
  const keep = () => dispatch({ type: 'stay' });
  return (
    <section>
      <Emblem name={view === 'failed' ? 'alert' : 'question'} tone="calm" />
      <Title>{t.withdraw.title}</Title>
      <p role="status">{fill(view === 'failed' ? t.withdraw.failed : t.withdraw.body, { integrator })}</p>
      <Actions>
        {view === 'failed' ? (
          <Support ui={ui} />
        ) : (
          <Button busy={view === 'sending'} onClick={() => dispatch({ type: 'withdraw_now' })}>
            {t.withdraw.go}
          </Button>
        )}
        <Button kind="second" onClick={keep}>
          {t.withdraw.back}
        </Button>
      </Actions>
    </section>
  );
};

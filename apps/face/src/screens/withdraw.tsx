import { Oval } from '../draw/oval.tsx';
import type { Screen } from '../flow/state.ts';
import { Frame, Words } from '../frame/layout.tsx';
import { Actions, Button, Title } from '../frame/parts.tsx';
import { asker, type Ui } from '../page/ui.ts';
import { fill } from '../texts/texts.ts';
import { Support } from './closing.tsx';

/** “Withdraw your consent?” It says what is deleted, and afterwards only what the service has confirmed. */
export const Withdraw = ({ ui, view }: { ui: Ui; view: Extract<Screen, { name: 'withdraw' }>['view'] }) => {
  const { t, dispatch } = ui;
  const failed = view === 'failed';
  return (
    <Frame
      anchor
      scene={<Oval badge={failed ? 'info' : 'bin'} tone="amber" />}
      actions={
        <Actions>
          {failed ? (
            <Support ui={ui} />
          ) : (
            <Button busy={view === 'sending'} onClick={() => dispatch({ type: 'withdraw_now' })}>
              {t.withdraw.go}
            </Button>
          )}
          <Button kind="second" onClick={() => dispatch({ type: 'stay' })}>
            {t.withdraw.back}
          </Button>
        </Actions>
      }
    >
      <Words>
        <Title>{t.withdraw.title}</Title>
        <p class="lead" role="status">
          {fill(failed ? t.withdraw.failed : t.withdraw.body, { integrator: asker(ui) })}
        </p>
      </Words>
    </Frame>
  );
};

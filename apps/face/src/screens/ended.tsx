import { Art } from '../draw/art.tsx';
import { Oval } from '../draw/oval.tsx';
import type { Ending } from '../flow/state.ts';
import { Frame, Words } from '../frame/layout.tsx';
import { Actions, Title } from '../frame/parts.tsx';
import { asker, type Ui } from '../page/ui.ts';
import { fill } from '../texts/texts.ts';
import { Back, Receipt, Retention, Support } from './closing.tsx';

const SCENES: Record<Ending, preact.JSX.Element> = {
  expired: <Art name="expired" />,
  canceled: <Art name="refused" />,
  failed: <Art name="refused" />,
  consent_declined: <Oval mouth="smile" />,
  consent_withdrawn: <Oval mouth="smile" badge="bin" />,
  denied: <Oval mouth="smile" badge="check" />,
  denied_on_phone: <Art name="linked" />,
};

/** Ends without a result: nothing more can happen here, and the text says where to turn. */
export const Ended = ({ ui, how }: { ui: Ui; how: Ending }) => {
  const { t, state } = ui;
  const words = t.ended[how];
  const sent = (state.session?.attempts_used ?? 0) > 0 && how !== 'consent_withdrawn';
  return (
    <Frame
      anchor
      scene={SCENES[how]}
      actions={
        <Actions>
          <Back ui={ui} />
          <Support ui={ui} />
        </Actions>
      }
    >
      <Words>
        <Title>{words.title}</Title>
        <p class="lead">{fill(words.body, { integrator: asker(ui) })}</p>
      </Words>
      <Receipt ui={ui} />
      {sent && <Retention ui={ui} />}
    </Frame>
  );
};

import { Art } from '../draw/art.tsx';
import { Oval } from '../draw/oval.tsx';
import { Frame, Words } from '../frame/layout.tsx';
import { Actions, Title } from '../frame/parts.tsx';
import { asker, type Ui } from '../page/ui.ts';
import { fill } from '../texts/texts.ts';
import { Back, Receipt, Retention, Support } from './closing.tsx';

type Shown = 'approved' | 'declined' | 'review' | 'status';

const SCENES: Record<Shown, preact.JSX.Element> = {
  approved: <Oval done value={1} />,
  // A conversation and not a cross: the person did nothing wrong, and help comes next.
  declined: <Art name="refused" />,
  review: <Oval value={1} mouth="smile" badge="clock" />,
  status: <Oval value={1} mouth="smile" badge="check" />,
};

/**
 * The end: it shows the decision only if the workflow allows it, and never a reason that would help an
 * attacker.
 */
export const Result = ({ ui }: { ui: Ui }) => {
  const { t, state } = ui;
  const shown = state.workflow?.client_result === 'decision' && state.decision ? state.decision : 'status';
  const words = t.result[shown];
  const declined = shown === 'declined';
  const helped = declined && !!state.workflow?.ui.support_url;
  return (
    <Frame
      anchor
      scene={SCENES[shown]}
      actions={
        <Actions>
          {helped && <Support ui={ui} main />}
          <Back ui={ui} kind={helped ? 'second' : 'main'} />
        </Actions>
      }
    >
      <Words>
        <Title>{words.title}</Title>
        <p class="lead">{fill(words.body, { integrator: asker(ui) })}</p>
        {state.role === 'phone' && <p class="lead">{t.result.phone}</p>}
      </Words>
      <Receipt ui={ui} />
      <Retention ui={ui} enrols={!declined} />
    </Frame>
  );
};

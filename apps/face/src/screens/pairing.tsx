import { browserOf } from '../camera/browser.ts';
import { remedyOf } from '../camera/remedy.ts';
import { Art } from '../draw/art.tsx';
import { mayLookAgain } from '../flow/pairing.ts';
import type { Screen } from '../flow/state.ts';
import { Frame, Words } from '../frame/layout.tsx';
import { Actions, Button, Steps, Title } from '../frame/parts.tsx';
import type { Ui } from '../page/ui.ts';
import { CameraVideo } from './camera-video.tsx';
import { Opening } from './opening.tsx';

type At = Extract<Screen, { name: 'pairing' }>;

const Skip = ({ ui: { t, dispatch }, kind = 'second' }: { ui: Ui; kind?: 'main' | 'second' }) => (
  <Button kind={kind} onClick={() => dispatch({ type: 'skip_pairing' })}>
    {t.pairing.skip}
  </Button>
);

const Asked = ({ ui }: { ui: Ui }) => {
  const { t, dispatch } = ui;
  return (
    <Frame
      scene={<Art name="linked" />}
      actions={
        <Actions>
          <p class="small">{t.pairing.stays}</p>
          <Button onClick={() => dispatch({ type: 'pair' })}>{t.pairing.go}</Button>
          <Skip ui={ui} />
        </Actions>
      }
    >
      <Words>
        <Title>{t.pairing.title}</Title>
        <p class="lead">{t.pairing.body}</p>
      </Words>
    </Frame>
  );
};

const Reading = ({ ui, seen }: { ui: Ui; seen: number }) => {
  const { t } = ui;
  return (
    <Frame
      keep
      scene={
        <div class={`finder ${seen > 0 ? 'seen' : ''}`}>
          {/* The square that is read. No mirror: it looks away from the person. */}
          <CameraVideo ui={ui} label={t.pairing.preview} />
        </div>
      }
      actions={
        <Actions>
          <Skip ui={ui} />
        </Actions>
      }
    >
      <Words>
        <Title>{t.pairing.reading_title}</Title>
        <p class="wait" role="status">
          <span class={`pulse ${seen > 0 ? 'on' : ''}`} aria-hidden="true" />
          {seen > 0 ? t.pairing.seen : t.pairing.looking}
        </p>
      </Words>
    </Frame>
  );
};

const Blind = ({ ui, problem }: { ui: Ui; problem: At['problem'] }) => {
  const { t, dispatch } = ui;
  const again = mayLookAgain(problem);
  const remedy = problem && remedyOf(problem, browserOf(navigator.userAgent, navigator.maxTouchPoints));
  return (
    <Frame
      scene={<Art name="none" />}
      actions={
        <Actions>
          <Skip ui={ui} kind="main" />
          {again && (
            <Button kind="second" onClick={() => dispatch({ type: 'pair' })}>
              {t.ways.camera}
            </Button>
          )}
        </Actions>
      }
    >
      <Words>
        <Title>{t.problems[problem ?? 'camera_not_found'].title}</Title>
      </Words>
      <div class="reason" role="alert">
        <p class="lead">{t.pairing.blind}</p>
        {/* Both cameras have one permission: a person who refuses it here is refused again at the check. */}
        {remedy && (
          <>
            <p class="note">{t.pairing.needed}</p>
            <Steps text={t.remedies[remedy]} />
          </>
        )}
      </div>
    </Frame>
  );
};

/** Optical pairing on the phone: asked → permission → reading, or a camera that cannot be used. */
export const Pairing = ({ ui, screen }: { ui: Ui; screen: At }) => {
  switch (screen.view) {
    case 'asked':
      return <Asked ui={ui} />;
    case 'opening':
      return <Opening ui={ui} />;
    case 'reading':
      return <Reading ui={ui} seen={screen.seen} />;
    case 'blind':
      return <Blind ui={ui} problem={screen.problem} />;
  }
};

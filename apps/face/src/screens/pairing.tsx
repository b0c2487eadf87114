import { browserOf } from '../camera/browser.ts';
import { remedyOf } from '../camera/remedy.ts';
import { mayLookAgain } from '../flow/pairing.ts';
import type { Screen } from '../flow/state.ts';
import type { Ui } from '../page/ui.ts';
import { CameraVideo } from './camera-video.tsx';
import { Opening } from './opening.tsx';
import { Actions, Button, Emblem, Title } from './parts.tsx';

type At = Extract<Screen, { name: 'pairing' }>;

const Skip = ({ ui: { t, dispatch }, kind = 'second' }: { ui: Ui; kind?: 'main' | 'second' }) => (
  <Button kind={kind} onClick={() => dispatch({ type: 'skip_pairing' })}>
    {t.pairing.skip}
  </Button>
);

const Asked = ({ ui }: { ui: Ui }) => {
  const { t, dispatch } = ui;
  return (
    <section class="center">
      <Emblem name="scan" />
      <Title>{t.pairing.title}</Title>
      <p>{t.pairing.body}</p>
      <p class="small">{t.pairing.stays}</p>
      <Actions>
        <Button onClick={() => dispatch({ type: 'pair' })}>{t.pairing.go}</Button>
        <Skip ui={ui} />
      </Actions>
    </section>
  );
};

const Reading = ({ ui, seen }: { ui: Ui; seen: number }) => {
  const { t } = ui;
  return (
    <section class="center">
      <Title>{t.pairing.reading_title}</Title>
      <div class={`finder ${seen > 0 ? 'seen' : ''}`}>
        {/* The square that is read. No mirror: it looks away from the person. */}
        <CameraVideo ui={ui} label={t.pairing.preview} />
      </div>
      <p class="live" role="status">
        <span class={`pulse ${seen > 0 ? 'on' : ''}`} aria-hidden="true" />
        {seen > 0 ? t.pairing.seen : t.pairing.looking}
      </p>
      <Actions>
        <Skip ui={ui} />
      </Actions>
    </section>
  );
};

const Blind = ({ ui, problem }: { ui: Ui; problem: At['problem'] }) => {
  const { t, dispatch } = ui;
  const again = mayLookAgain(problem);
  const remedy = problem && remedyOf(problem, browserOf(navigator.userAgent, navigator.maxTouchPoints));
  return (
    <section class="center">
      <Emblem name="camera" tone="warn" />
      <Title>{t.problems[problem ?? 'camera_not_found'].title}</Title>
      <div role="alert" class="reason">
        <p>{t.pairing.blind}</p>
        {/* Both cameras have one permission: a person who refuses it here is refused again at the check. */}
        {remedy && (
          <p class="note">
            {t.pairing.needed} {t.remedies[remedy]}
          </p>
        )}
      </div>
      <Actions>
        <Skip ui={ui} kind="main" />
        {again && (
          <Button kind="second" onClick={() => dispatch({ type: 'pair' })}>
            {t.ways.camera}
          </Button>
        )}
      </Actions>
    </section>
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

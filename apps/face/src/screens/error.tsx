import { waysOut } from '../flow.ts';
import { Actions, Button, type DrawingName, Emblem, Title } from '../parts.tsx';
import { CAMERA_PROBLEMS, type Problem, type WayOut } from '../problems.ts';
import type { Ui } from '../ui.ts';

const drawingOf = (problem: Problem): DrawingName => {
  if (CAMERA_PROBLEMS.includes(problem)) return 'camera';
  if (problem === 'connection_lost' || problem === 'upload_lost') return 'wifi';
  if (/code|handoff|device/.test(problem)) return 'phone';
  return /expired|idle|slow|open/.test(problem) ? 'clock' : 'alert';
};

/** One sentence, one action, one alternative. */
export const ErrorScreen = ({ ui, problem }: { ui: Ui; problem: Problem }) => {
  const { t, state, dispatch, close, openInNewTab } = ui;
  const [main, alternative] = waysOut(state, problem);
  const take: Record<WayOut, () => void> = {
    camera: () => dispatch({ type: 'open_camera' }),
    phone: () => dispatch({ type: 'use_phone' }),
    reload: () => dispatch({ type: 'reload' }),
    upload: () => dispatch({ type: 'retry_upload' }),
    here: () => dispatch({ type: 'use_this_device' }),
    leave: () => dispatch({ type: 'leave' }),
    new_tab: openInNewTab,
  };
  const { title, body } = t.problems[problem];
  return (
    <section>
      <Emblem name={drawingOf(problem)} tone="warn" />
      <Title>{title}</Title>
      <p role="alert">{body}</p>
      <Actions>
        {main && <Button onClick={take[main]}>{t.ways[main]}</Button>}
        {alternative && (
          <Button kind="second" onClick={take[alternative]}>
            {t.ways[alternative]}
          </Button>
        )}
        {!main && close && <Button onClick={close}>{t.result.back}</Button>}
      </Actions>
    </section>
  );
};

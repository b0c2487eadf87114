import { useEffect, useState } from 'preact/hooks';
import { Head } from '../draw/head.tsx';
import { Oval } from '../draw/oval.tsx';
import type { State } from '../flow/state.ts';
import { isCalm } from '../page/calm.ts';
import type { Ui } from '../page/ui.ts';
import type { Texts } from '../texts/texts.ts';
import { poseOf } from './pose.ts';

type Kind = keyof Texts['capture']['steps'];

/** At most three movements are shown: the others are like one of them. */
const MOST = 3;
/** Without head motion the person is asked for expressions alone. */
const EXPRESSIONS = ['smile', 'mouth_open'];

/** The movements that this check may ask for, as the head shows them. */
export const kindsShown = ({ workflow, alternative }: Pick<State, 'workflow' | 'alternative'>): string[] => {
  const kinds = workflow?.capture?.kinds ?? [];
  if (kinds.length === 0) return [];
  const asked = alternative === 'no_head_motion' ? EXPRESSIONS : kinds;
  // One of each family first: a turn says more about what will come than a second turn.
  const families = new Map(asked.map((kind) => [kind.replace(/_(left|right)$/, ''), kind]));
  const firsts = [...families.values()];
  return [...firsts, ...asked.filter((kind) => !firsts.includes(kind))].slice(0, MOST);
};

const POSE_MS = 2_200;

/** The movements one after the other, on and on; for a person who wants less motion, side by side. */
export const Performance = ({ ui: { state, t } }: { ui: Ui }) => {
  const kinds = kindsShown(state);
  const captions = t.capture.steps;
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (kinds.length === 0 || isCalm()) return;
    const timer = setInterval(() => setAt((now) => now + 1), POSE_MS);
    return () => clearInterval(timer);
  }, [kinds.join()]);
  if (kinds.length === 0) return <Oval mouth="smile" />;
  if (isCalm())
    return (
      <div class="trio">
        {kinds.map((kind, i) => (
          <figure key={kind}>
            <Oval value={(i + 1) / kinds.length}>
              <Head {...poseOf(kind)} />
            </Oval>
            <figcaption>{captions[kind as Kind] ?? captions.other}</figcaption>
          </figure>
        ))}
      </div>
    );
  const nth = at % (kinds.length + 1);
  const kind = kinds[nth - 1] ?? 'front';
  return (
    <div class="show">
      <Oval value={nth / kinds.length} small>
        <Head {...poseOf(kind)} />
      </Oval>
      <p class="over caption" aria-hidden="true">
        {captions[kind as Kind] ?? captions.other}
      </p>
    </div>
  );
};

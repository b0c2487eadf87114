import type { AnswerOf, record } from '@standpoint/contract';
import type { Place } from '../app/place.ts';
import { dayOf, fullTime, secondOfDay } from '../clock/words.ts';
import { useZone } from '../clock/zone.ts';
import { Block } from '../parts/block.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { useTimeline } from './queries.ts';
import { stepWords } from './step-words.ts';
import styles from './timeline.module.css';

type Answer = AnswerOf<typeof record.readTimeline>;

interface TimelineProps {
  place: Place;
  id: string;
  /** Steps that the page knows from elsewhere: earlier tries, the time of the position. */
  more?: readonly record.Step[];
}

/** What happened, in order, and nothing that is not stored. */
export function Timeline({ place, id, more = [] }: TimelineProps) {
  const query = useTimeline(place, id);
  return (
    <Block title="What happened">
      <Loaded<Answer> query={query} what="The timeline" columns={[80]} rows={5}>
        {({ steps }) => <Steps steps={merged(steps, more)} />}
      </Loaded>
    </Block>
  );
}

const merged = (steps: readonly record.Step[], more: readonly record.Step[]): record.Step[] =>
  [...more, ...steps].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));

function Steps({ steps }: { steps: readonly record.Step[] }) {
  const zone = useZone();
  const days = steps.map(({ at }) => dayOf(new Date(at), zone));
  return (
    <ol className={styles.steps}>
      {steps.map((step, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two steps may be of one time and name; steps never move.
        <li key={`${step.at} ${step.kind} ${step.name} ${i}`}>
          {days[i] !== days[i - 1] && <p className={styles.day}>{days[i]}</p>}
          <StepLine step={step} zone={zone} />
        </li>
      ))}
    </ol>
  );
}

function StepLine({ step, zone }: { step: record.Step; zone: string }) {
  const { title, about, tone } = stepWords(step);
  const at = new Date(step.at);
  return (
    <div className={styles.step}>
      <time className={styles.time} dateTime={step.at} title={fullTime(at, zone)}>
        {secondOfDay(at, zone)}
      </time>
      <span className={styles.point} data-point={tone} />
      <div className={styles.words}>
        {title}
        {about && <div className={styles.about}>{about}</div>}
      </div>
    </div>
  );
}

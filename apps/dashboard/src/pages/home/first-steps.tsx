import type { Home } from '@standpoint/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { roleIn, useMe } from '../../api/me.ts';
import { useBaseAddress } from '../../app/base-address.ts';
import { type Place, usePlace } from '../../app/place.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Icon } from '../../parts/icon.tsx';
import { MadeUpOffer } from '../made-up/offer.tsx';
import { OWN_CHECK } from '../own-check/button.tsx';
import { isBuilder } from '../settings/team/role-words.ts';
import { firstCalls } from '../verifications/first-call.ts';
import styles from './first-steps.module.css';

interface StepProps {
  done: boolean;
  title: string;
  children: ReactNode;
  action?: { words: string; to: string; hash?: string };
}

const Step = ({ done, title, children, action }: StepProps) => (
  <li className={styles.step} data-done={done || undefined}>
    <span className={styles.mark}>
      <Icon name={done ? 'check' : 'dash'} />
      <span className="unseen">{done ? 'Done: ' : 'Open: '}</span>
    </span>
    <div className={styles.words}>
      <h3 className={styles.title}>{title}</h3>
      <div className={styles.about}>{children}</div>
    </div>
    {action && (
      <Link className={styles.do} to={action.to as '/'} {...(action.hash && { hash: action.hash })}>
        {action.words}
      </Link>
    )}
  </li>
);

/** Until the first record comes: what to do, in order, and what each step is good for. */
export function FirstSteps({ steps, builds }: { steps: Home['steps']; builds: boolean }) {
  const place = usePlace();
  return (
    <section className={styles.first} aria-labelledby="first-steps">
      <h2 className={styles.heading} id="first-steps">
        {place.env === 'sandbox' ? 'First steps in the sandbox' : 'First steps in production'}
      </h2>
      <p className={styles.intro}>
        Nothing was verified here yet. Each step below does something that the next one uses; figures stand
        here after the first verification.
      </p>
      {builds ? (
        <Steps steps={steps} place={place} />
      ) : (
        <p className={styles.intro}>
          Developers and admins set this up. You see records here as soon as they come.
        </p>
      )}
    </section>
  );
}

const FirstVerification = ({
  place: { org, env },
  base,
  may,
}: {
  place: Place;
  base: string;
  may: boolean;
}) => (
  <Step
    done={false}
    title="Verify a device for the first time"
    {...(env === 'sandbox' &&
      may && {
        action: { words: 'Check this device', to: `/${org}/${env}/verifications`, hash: OWN_CHECK },
      })}
  >
    {env === 'sandbox' ? (
      <>
        <p>
          The page verifies where you are, with a token that it mints for you. Or let a terminal play both
          sides: with a sandbox key in STANDPOINT_API_KEY, these two calls bring a verification.
        </p>
        <CodeBlock title="Terminal" text={firstCalls(base, env)} />
      </>
    ) : (
      <p>Your backend asks for a token, and the device sends its position with it.</p>
    )}
  </Step>
);

/** Who else has to know: the backend, and colleagues. */
const Others = ({ steps, place: { org, env } }: { steps: Home['steps']; place: Place }) => (
  <>
    <Step
      done={steps.webhook}
      title="Hear of decisions"
      action={{ words: steps.webhook ? 'See webhooks' : 'Add an endpoint', to: `/${org}/${env}/webhooks` }}
    >
      A webhook tells your backend of each decision and review, signed, and again until it is taken.
    </Step>
    <Step
      done={steps.team}
      title="Invite your team"
      action={{ words: 'Invite', to: `/${org}/settings/team` }}
    >
      Reviewers decide what a machine should not; auditors read everything and change nothing.
    </Step>
  </>
);

const LookAround = ({ org, may }: { org: string; may: boolean }) => (
  <Step done={false} title="Or look around with made-up people">
    <p>Real decisions about people who do not exist, dated within the last 30 days.</p>
    <MadeUpOffer org={org} may={may} saidAbove />
    <p>More of them, for a whole installation to try:</p>
    <CodeBlock title="Terminal" text={`npx standpoint seed --verifications 20000 --org ${org}`} />
  </Step>
);

function Steps({ steps, place }: { steps: Home['steps']; place: Place }) {
  const base = useBaseAddress(place);
  const { org, env } = place;
  const sandbox = env === 'sandbox';
  const may = isBuilder(roleIn(useMe(), org));
  return (
    <ol className={styles.steps}>
      <Step
        done={steps.api_key}
        title="Make an API key"
        action={{ words: steps.api_key ? 'See keys' : 'Make a key', to: `/${org}/settings/developer` }}
      >
        Your backend shows it with every call. It is shown once, and belongs to this environment alone.
      </Step>
      <FirstVerification place={place} base={base} may={may} />
      <Step
        done={steps.policy}
        title="Decide which places are allowed"
        action={{ words: 'See policies', to: `/${org}/${env}/policies` }}
      >
        A policy says where a person may be, how precise a position must be, and what each finding leads to.
        Until one is published, every place is allowed.
      </Step>
      <Step
        done={steps.workflow}
        title="Publish a face workflow"
        action={{ words: 'See workflows', to: `/${org}/${env}/workflows` }}
      >
        It says which movements are asked for, what is compared, and how long pictures are kept.
      </Step>
      <Others steps={steps} place={place} />
      {sandbox && <LookAround org={org} may={may} />}
    </ol>
  );
}

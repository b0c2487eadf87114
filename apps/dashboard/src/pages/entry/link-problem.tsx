import { Button } from '@mantine/core';
import { Refused } from '../../api/refused.ts';
import frame from './frame.module.css';
import { Frame } from './frame.tsx';
import type { Purpose } from './link-code.ts';
import { Refusal } from './refusal.tsx';

const TITLES: Record<Purpose, string> = {
  setup: 'Set up this installation',
  invitation: 'Your invitation',
  reset: 'Set a new password',
};

/** How one comes to a link that works. */
const ANOTHER: Record<Purpose, string> = {
  setup: 'A new link is printed by npx standpoint setup-link, in the folder where the service was started.',
  invitation: 'Whoever invited you can make a new link, under Settings, then Team.',
  reset: 'An owner or an admin of your organization can make a new link, under Settings, then Team.',
};

interface LinkProblemProps {
  purpose: Purpose;
  /** Null: there was none. Empty: it was no code. */
  code: string | null;
  error?: Error | null;
  again?: () => void;
}

/** A link that does not open anything, and what to do. */
export function LinkProblem({ purpose, code, error = null, again }: LinkProblemProps) {
  const final = error instanceof Refused;
  return (
    <Frame title={TITLES[purpose]}>
      {code === null && <p>This page is opened by a link, which ends in # and 32 characters.</p>}
      {code === '' && (
        <p>The link is not whole: after the # belong 32 letters and digits. Copy it again, to its end.</p>
      )}
      <Refusal error={error} />
      <p className="soft">{ANOTHER[purpose]}</p>
      <div className={frame.row}>
        {error && !final && again && (
          <Button variant="filled" onClick={again}>
            Try again
          </Button>
        )}
        <a href="/dashboard/sign-in">Sign in</a>
      </div>
    </Frame>
  );
}

import type { AnswerOf, setUp } from '@standpoint/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { write } from '../../api/client.ts';
import { Icon } from '../../parts/icon.tsx';
import frame from '../entry/frame.module.css';
import { Frame } from '../entry/frame.tsx';
import { forgetLinkCode, linkCode } from '../entry/link-code.ts';
import { LinkProblem } from '../entry/link-problem.tsx';
import { SecondFactorSetUp } from '../second-factor/set-up.tsx';
import { checksOf } from './checks.ts';
import { Next } from './next.tsx';
import { type Owner, OwnerForm } from './owner-form.tsx';

type Facts = AnswerOf<typeof setUp>;
const TITLES = { owner: 'Set up this installation', factor: 'Your second factor', next: 'Ready' } as const;

/** What `SetupPage` holds, and what its buttons and fields do. */
function useSetupPage() {
  const [step, setStep] = useState<keyof typeof TITLES>('owner');
  const [password, setPassword] = useState('');
  const [code] = useState(() => linkCode('setup'));
  const look = useQuery({
    queryKey: ['setup', code],
    queryFn: async () => {
      const sent = Date.now();
      const facts = await write<Facts>('POST', '/setup', { code });
      return { facts, checks: checksOf({ ...facts, origin: location.origin, sent, received: Date.now() }) };
    },
    enabled: step === 'owner' && Boolean(code),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const make = useMutation({
    mutationFn: (owner: Owner) => write<Facts>('POST', '/setup', { code, owner }),
    onSuccess: (_facts, owner) => {
      forgetLinkCode('setup');
      setPassword(owner.password);
      setStep('factor');
    },
  });
  return { step, setStep, password, code, look, make };
}

/** First run: what this browser sees of the installation, the owner, their second factor, and what comes next. */
export function SetupPage() {
  const { step, setStep, password, code, look, make } = useSetupPage();
  if (!code && step === 'owner') return <LinkProblem purpose="setup" code={code} />;
  if (look.error) return <LinkProblem purpose="setup" code={code} error={look.error} again={look.refetch} />;
  if (!look.data) return <Frame title={TITLES.owner}>{null}</Frame>;
  const { facts, checks } = look.data;
  return (
    <Frame title={TITLES[step]} step={step} wide>
      {step === 'owner' && (
        <>
          <ul className={frame.facts} aria-label="Checks">
            {checks.map(({ tone, words }) => (
              <li key={words} className={frame.fact} data-tone={tone}>
                <Icon name={tone === 'pass' ? 'check' : 'warning'} />
                {words}
              </li>
            ))}
          </ul>
          <OwnerForm
            organization={facts.demo ? '' : facts.organization}
            busy={make.isPending}
            error={make.error}
            make={make.mutate}
          />
        </>
      )}
      {step === 'factor' && <SecondFactorSetUp password={password} done={() => setStep('next')} />}
      {step === 'next' && <Next org={facts.org} demo={facts.demo} />}
    </Frame>
  );
}

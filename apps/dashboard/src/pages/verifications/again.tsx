import { Button, NativeSelect } from '@mantine/core';
import type { AnswerOf, explained, Verification } from '@standpoint/contract';
import { share } from '@standpoint/contract/words/numbers';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { envPath, type Place } from '../../app/place.ts';
import { Block } from '../../parts/block.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Table } from '../../table/table.tsx';
import { DECISIONS, reasonWords } from '../../texts/location.ts';
import styles from './again.module.css';

type Explanation = explained.VerificationExplanation;
type Answer = AnswerOf<typeof explained.redecideVerification>;
type Redecided = Answer['after'];

interface AgainProps {
  record: Verification;
  rules: Explanation['rules'];
  place: Place;
}

const idOf = ({ policy_id, version }: { policy_id: string; version: number }) => `${policy_id}@${version}`;

/** The same facts under other rules. The record stays as it is. */
export function Again({ record, rules, place }: AgainProps) {
  const others = rules.filter((rule) => !record.policy || idOf(rule) !== idOf(record.policy));
  const [chosen, setChosen] = useState('');
  const rule = others.find((each) => idOf(each) === chosen) ?? others[0];
  const again = useWrite<Answer, { policy_id: string; version: number }>({
    method: 'POST',
    path: `${envPath(place)}/verifications/${record.verification_id}/decide-again`,
  });
  if (!rule) return null;
  const under = rules.find((each) => again.variables && idOf(each) === idOf(again.variables));
  return (
    <div data-screen-only={!again.data || undefined}>
      <Block title="Decide again with other rules" aside="The record stays as it is">
        <div className={styles.choice} data-screen-only>
          <NativeSelect
            label="Rules"
            value={idOf(rule)}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={others.map((each) => ({
              value: idOf(each),
              label: `${each.name}, ${each.status === 'draft' ? 'draft ' : ''}v${each.version}`,
            }))}
          />
          <Button
            loading={again.isPending}
            onClick={() => again.mutate({ policy_id: rule.policy_id, version: rule.version })}
          >
            Decide again
          </Button>
        </div>
        <Refusal error={again.error} />
        {again.data && under && (
          <Compared answer={again.data} record={record} name={`${under.name}, v${under.version}`} />
        )}
      </Block>
    </div>
  );
}

interface Row {
  name: string;
  result: Redecided;
}

function Compared({ answer, record, name }: { answer: Answer; record: Verification; name: string }) {
  const { recorded, before, after, changed } = answer;
  const moved = before.decision !== recorded.decision;
  const rows: Row[] = [
    {
      name: record.policy ? `Version ${record.policy.version}, as decided` : 'Built-in rules, as decided',
      result: recorded,
    },
    ...(moved ? [{ name: 'The same rules with today’s engine and data', result: before }] : []),
    { name, result: after },
  ];
  return (
    <div role="status">
      <Table
        label="Decisions"
        density="compact"
        rows={rows}
        rowKey={(row) => row.name}
        columns={[
          { id: 'rules', head: 'Rules', cell: (row) => row.name },
          {
            id: 'decision',
            head: 'Decision',
            cell: ({ result: { decision } }) => (
              <Outcome tone={DECISIONS[decision].tone}>{DECISIONS[decision].word}</Outcome>
            ),
          },
          { id: 'why', head: 'Because of', cell: ({ result }) => becauseOf(result) },
        ]}
      />
      <p className="small quiet">
        {changed.length === 0
          ? 'Every check comes to the same answer.'
          : 'Changes: ' +
            `${changed.map(({ code, before: was, after: is }) => `${reasonWords(code)} (${was} → ${is})`).join('; ')}.`}
      </p>
    </div>
  );
}

const becauseOf = ({ reason_codes, p_inside }: Redecided): string =>
  [...reason_codes.map(reasonWords), p_inside === null ? '' : `probability inside ${share(p_inside)}`]
    .filter(Boolean)
    .join('; ') || 'Every check passed';

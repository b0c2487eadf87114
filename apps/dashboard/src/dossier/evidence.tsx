import { Button } from '@mantine/core';
import type { AnswerOf, record } from '@standpoint/contract';
import { EXPORTERS } from '@standpoint/contract/dashboard/role-sets';
import type { ReactNode } from 'react';
import { roleIn, useMe } from '../api/me.ts';
import { useWrite } from '../api/use-write.ts';
import type { Place } from '../app/place.ts';
import { saveFile } from '../exports/save-file.ts';
import { Block } from '../parts/block.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Facts } from '../parts/facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Note } from '../parts/note.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { recordPath, timelineKey, useEvidence } from './queries.ts';

interface EvidenceProps {
  place: Place;
  id: string;
  /** "Decided with": engine and data, in words. */
  with: ReactNode;
  /** What is said where no record is signed. */
  none?: string;
}

const GONE = 'There is none any more: it was deleted by age, redacted, or erased with the person.';

/** The signed record: checked here by the service as an auditor would, and to take away. */
export function Evidence({ place, id, with: made, none = GONE }: EvidenceProps) {
  const query = useEvidence(place, id);
  return (
    <Block title="Evidence" aside={query.data?.evidence.length ? <Download place={place} id={id} /> : null}>
      <Loaded<AnswerOf<typeof record.verifyEvidence>>
        query={query}
        what="The evidence"
        columns={[80]}
        rows={3}
      >
        {({ evidence }) =>
          evidence.length === 0 ? (
            <p className="quiet">{none}</p>
          ) : (
            evidence.map((each) => <Checked key={each.id} check={each} made={made} id={id} />)
          )
        }
      </Loaded>
    </Block>
  );
}

const SIGNATURES: Record<string, string> = {
  valid: 'the signature holds',
  invalid: 'the signature does not hold',
  unknown_key: 'its signing key was withdrawn',
};
const DECISIONS: Record<string, string> = {
  identical: 'computed again, byte for byte the same',
  simulated: 'simulated in the sandbox; everything else computed again',
  not_analysed: 'no model looked; the verdict follows from that',
  different: 'computed again with another result',
  unfounded: 'findings without the facts that they are based on',
  not_recomputed: 'its engine is not installed here',
};
const FACTS: Record<string, string> = {
  rederived: 'place, rule and network derived again, the same',
  partly: 'derived again where the same data are present',
  not_rederived: 'the data of that time are not present here',
  different: 'derived again with another result',
  same: 'the frames are those that were signed',
  not_checked: 'not checked',
};

const DoesNotHold = ({ notes }: { notes: readonly string[] }) => (
  <Note tone="fail">
    The evidence does not hold{notes.length > 0 ? `: ${notes.join('; ')}` : ''}. Do not rely on this record.
  </Note>
);

function Checked({ check, made, id }: { check: record.EvidenceCheck; made: ReactNode; id: string }) {
  const command = `npx standpoint evidence verify ${id}.jsonl`;
  return (
    <>
      <Facts
        rows={[
          [
            'Signed record',
            <span key="s">
              <span className="mono" title={check.sha256}>
                sha256 {check.sha256.slice(0, 8)}…{check.sha256.slice(-4)}
              </span>{' '}
              <Outcome tone={check.signature === 'valid' ? 'pass' : 'fail'}>
                {SIGNATURES[check.signature] ?? check.signature}
              </Outcome>
            </span>,
          ],
          [
            'Key',
            <span key="k" className="mono">
              {check.kid ?? 'none'}
            </span>,
          ],
          ['Decision', DECISIONS[check.decision] ?? check.decision],
          ['Facts', FACTS[check.facts] ?? check.facts],
          ['Decided with', made],
          [
            'Check it yourself',
            <span key="c" className="mono">
              {command} <CopyButton text={command} what="the command" />
            </span>,
          ],
        ]}
      />
      {!check.ok && <DoesNotHold notes={check.notes} />}
    </>
  );
}

function Download({ place, id }: { place: Place; id: string }) {
  const role = roleIn(useMe(), place.org);
  const get = useWrite<AnswerOf<typeof record.exportEvidence>>({
    method: 'POST',
    path: `${recordPath(place, id)}/evidence`,
    body: () => undefined,
    stale: [timelineKey(place, id)],
  });
  if (role === null || !EXPORTERS.includes(role)) return null;
  return (
    <>
      <Refusal error={get.error} />
      <Button
        size="xs"
        leftSection={<Icon name="download" />}
        loading={get.isPending}
        onClick={() => get.mutate(undefined, { onSuccess: save })}
      >
        Download the evidence
      </Button>
    </>
  );
}

const save = ({ file, text }: AnswerOf<typeof record.exportEvidence>): void =>
  saveFile(file, new Blob([text], { type: 'application/x-ndjson' }));

import { Button } from '@mantine/core';
import type { AnswerOf, verifyAudit } from '@standpoint/contract';
import { useEffect, useState } from 'react';
import { write } from '../../api/client.ts';
import { orgPath, usePlace } from '../../app/place.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Note } from '../../parts/note.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Time } from '../../parts/time.tsx';
import { linksWords } from './words.ts';

type Part = AnswerOf<typeof verifyAudit>;

interface Walk {
  /** Links so far, over all parts. */
  checked: number;
  part: Part | null;
  error: Error | null;
}

/** Follows the whole chain, part by part, until it ends or the dialog is closed. */
function useWalk(path: string): Walk {
  const [walk, setWalk] = useState<Walk>({ checked: 0, part: null, error: null });
  useEffect(() => {
    let left = false;
    const go = async () => {
      let checked = 0;
      for (let after: Part['last'] | undefined; !left; ) {
        const part: Part = await write<Part>('POST', path, after ? { after } : {});
        checked += part.checked;
        if (left) return;
        setWalk({ checked, part, error: null });
        // A chain without a link has nothing to go on from.
        if (part.done || !part.last) return;
        after = part.last;
      }
    };
    go().catch((error) => !left && setWalk((before) => ({ ...before, error })));
    return () => {
      left = true;
    };
  }, [path]);
  return walk;
}

export function ChainDialog({ close }: { close(): void }) {
  const place = usePlace();
  const { checked, part, error } = useWalk(`${orgPath(place)}/audit/verify`);
  const ended = part?.done || error;
  return (
    <Dialog
      opened
      title="Check the chain of the audit log"
      close={close}
      footer={<Button onClick={close}>{ended ? 'Close' : 'Stop'}</Button>}
    >
      <p className="soft">
        Each entry holds the hash of the one before. The service computes them all anew: an entry that was
        changed, moved, put in or taken out does not fit.
      </p>
      {!ended && (
        <>
          <progress value={checked} max={part?.total || undefined} aria-label="Links checked" />
          <p className="num" role="status">
            {linksWords(checked)} of {linksWords(part?.total ?? 0)} checked
          </p>
        </>
      )}
      {part?.done && <Result part={part} checked={checked} org={place.org} />}
      <Refusal error={error} />
    </Dialog>
  );
}

const Result = ({ part, checked, org }: { part: Part; checked: number; org: string }) => (
  <>
    {part.problem ? (
      <Note tone="fail" live>
        <b>The chain does not hold.</b> {part.problem.seq !== null && `Link ${part.problem.seq}: `}
        {part.problem.says}. {linksWords(checked)} before it are right.
      </Note>
    ) : (
      <Note tone="pass" live>
        <b>The chain holds.</b> {linksWords(checked)} were checked
        {part.waiting > 0 && `, and ${part.waiting} entries wait to be linked`}.{' '}
        {part.heads.checked > 0 ? (
          <>
            It agrees with {part.heads.checked} signed heads of this node, the newest{' '}
            <Time at={part.heads.newest} />.
          </>
        ) : (
          'This node keeps no signed heads, so a cut end would not show.'
        )}
      </Note>
    )}
    {part.last && <CodeBlock title={`Hash of link ${part.last.seq}`} text={part.last.hash} />}
    <CodeBlock
      title="Repeat it on the server"
      where="heads.jsonl: the signed heads that you kept elsewhere"
      text={`npx standpoint audit verify --org ${org} --heads heads.jsonl`}
    />
  </>
);

import { MANAGERS } from '@standpoint/contract/dashboard/role-sets';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roleIn, useMe } from '../../../api/me.ts';
import { usePlace } from '../../../app/place.ts';
import { Block } from '../../../parts/block.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { Note } from '../../../parts/note.tsx';
import { Sheet } from '../sheet.tsx';
import { allOfWords, isManager } from '../team/role-words.ts';
import { EditLimit } from './edit.tsx';
import type { ShownLimit } from './limit-form.ts';
import { limitsQuery } from './queries.ts';
import { LimitTable } from './table.tsx';

/** What `LimitsPage` holds, and what its buttons and fields do. */
function useLimitsPage() {
  const place = usePlace();
  const query = useQuery(limitsQuery(place));
  const manages = isManager(roleIn(useMe(), place.org));
  const [editing, setEditing] = useState<ShownLimit | null>(null);
  const edit = manages ? setEditing : undefined;
  return { place, query, manages, editing, setEditing, edit };
}

/** Settings → Limits: what holds now, who set it, and what may be set. */
export function LimitsPage() {
  const { place, query, manages, editing, setEditing, edit } = useLimitsPage();
  return (
    <Sheet title="Limits" of={query}>
      <Loaded query={query} what="The limits" columns={[80, 40, 30, 20]} rows={10}>
        {({ limits }) => {
          const own = limits.filter((limit) => limit.own);
          const of = (kind: ShownLimit['kind']) => own.filter((limit) => limit.kind === kind);
          return (
            <>
              {!manages && <Note icon="lock">You see these limits. {allOfWords(MANAGERS)} change them.</Note>}
              <Block
                title="Rates"
                about="How often calls are let in. What comes above is refused with 429 and told when to come again."
              >
                <LimitTable label="Rates" limits={of('rate')} edit={edit} />
              </Block>
              <Block
                title="Sizes and counts"
                about="How much one call may bring. The most protects the service, which all organizations use."
              >
                <LimitTable label="Sizes and counts" limits={of('size')} edit={edit} />
              </Block>
              <Block
                title="Set by the operator"
                about="They hold for addresses and for callers without a credential, so no organization change them."
              >
                <LimitTable label="Limits of the operator" limits={limits.filter((limit) => !limit.own)} />
              </Block>
              {editing && (
                <EditLimit limit={editing} limits={limits} place={place} close={() => setEditing(null)} />
              )}
            </>
          );
        }}
      </Loaded>
    </Sheet>
  );
}

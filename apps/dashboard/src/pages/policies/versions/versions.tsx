import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Place } from '../../../app/place.ts';
import { Outcome } from '../../../parts/outcome.tsx';
import { Time } from '../../../parts/time.tsx';
import type { Column } from '../../../table/column.ts';
import { Table } from '../../../table/table.tsx';
import type { ReadPolicy } from '../queries.ts';
import settings from '../settings/settings.module.css';
import { Archive } from './archive.tsx';
import { Compare } from './compare.tsx';
import { RollBack } from './roll-back.tsx';
import styles from './versions.module.css';

type Version = ReadPolicy['versions'][number];
type Doing = { what: 'compare' | 'back' | 'archive'; version: Version };

const STATUS = {
  published: { tone: 'pass', word: 'Decides' },
  archived: { tone: 'quiet', word: 'Archived' },
  draft: { tone: 'quiet', word: 'Draft' },
} as const;

interface VersionsProps {
  place: Place;
  policy: ReadPolicy;
  edits: boolean;
  changed(): void;
}

/** Every version that there was; an old one is compared, and rolled back to. */
export function Versions({ place, policy, edits, changed }: VersionsProps) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const { versions, published } = policy;
  const close = () => setDoing(null);
  const done = () => {
    close();
    changed();
  };
  if (versions.length === 0)
    return (
      <div className={settings.sheet}>
        <p className="quiet">No version yet. The first one is made when the draft is published.</p>
      </div>
    );
  return (
    <div className={settings.sheet}>
      <Table
        label="Versions"
        density="tight"
        columns={columnsOf(published, edits, setDoing)}
        rows={versions}
        rowKey={({ version }) => String(version)}
      />
      {doing && <OpenDialog doing={doing} place={place} policy={policy} done={done} close={close} />}
    </div>
  );
}

interface OpenDialogProps extends Pick<VersionsProps, 'place' | 'policy'> {
  doing: Doing;
  done(): void;
  close(): void;
}

function OpenDialog({ doing, place, policy, done, close }: OpenDialogProps) {
  const { policy_id, published, draft } = policy;
  const { version } = doing.version;
  if (doing.what === 'back')
    return <RollBack place={place} policy={policy} version={version} done={done} close={close} />;
  if (doing.what === 'archive') return <Archive place={place} policy={policy} done={done} close={close} />;
  return (
    <Compare
      place={place}
      id={policy_id}
      from={String(version)}
      to={published && published !== version ? String(published) : 'draft'}
      title={`What changed since version ${version}`}
      digest={draft.digest}
      close={close}
    />
  );
}

const columnsOf = (
  published: number | null,
  edits: boolean,
  act: (doing: Doing) => void,
): readonly Column<Version>[] => [
  { id: 'version', head: 'Version', cell: ({ version }) => <b className="num">{version}</b> },
  { id: 'name', head: 'Name', cell: ({ name }) => name },
  {
    id: 'status',
    head: 'State',
    cell: ({ status }) => <Outcome tone={STATUS[status].tone}>{STATUS[status].word}</Outcome>,
  },
  { id: 'published', head: 'Published', cell: ({ published_at }) => <Time at={published_at} none="never" /> },
  {
    id: 'acts',
    head: 'Actions',
    unseenHead: true,
    end: true,
    cell: (version) => (
      <span className={styles.acts}>
        <Button size="xs" variant="subtle" onClick={() => act({ what: 'compare', version })}>
          Compare
        </Button>
        {edits && version.published_at && version.version !== published && (
          <Button size="xs" variant="subtle" onClick={() => act({ what: 'back', version })}>
            Roll back to {version.version}
          </Button>
        )}
        {edits && version.version === published && (
          <Button size="xs" variant="subtle" onClick={() => act({ what: 'archive', version })}>
            Archive
          </Button>
        )}
      </span>
    ),
  },
];

import { Button } from '@mantine/core';
import { useState } from 'react';
import { Block } from '../../../parts/block.tsx';
import { Empty } from '../../../parts/empty.tsx';
import { Outcome } from '../../../parts/outcome.tsx';
import { Time } from '../../../parts/time.tsx';
import type { Column } from '../../../table/column.ts';
import { Table } from '../../../table/table.tsx';
import type { One } from '../queries.ts';
import { ArchiveWorkflow } from './archive.tsx';
import styles from './editor.module.css';
import { RollBack } from './roll-back.tsx';
import type { ToolProps } from './tool-props.ts';

type Version = One['versions'][number];
const columnsOf = (
  builds: boolean,
  comeBack: (version: number) => void,
): readonly Column<ToolProps['one']['versions'][number]>[] => [
  { id: 'version', head: 'Version', cell: ({ version, name }) => `v${version} · ${name}` },
  {
    id: 'state',
    head: 'State',
    cell: ({ status }) => <Outcome tone={STATES[status].tone}>{STATES[status].word}</Outcome>,
  },
  { id: 'by', head: 'Published by', wide: true, cell: publishedBy },
  { id: 'when', head: 'When', wide: true, cell: ({ published_at }) => <Time at={published_at} /> },
  {
    id: 'back',
    head: 'Come back to it',
    unseenHead: true,
    end: true,
    cell: ({ version, status }) =>
      builds &&
      status === 'archived' && (
        <Button size="xs" onClick={() => comeBack(version)}>
          Come back to v{version}
        </Button>
      ),
  },
];

const STATES = {
  published: { tone: 'pass', word: 'Published' },
  draft: { tone: 'review', word: 'Draft' },
  archived: { tone: 'quiet', word: 'Archived' },
} as const;

/** Every version that ever was: none of them changes any more. */
export function VersionsPart(props: ToolProps) {
  const { one, builds, published } = props;
  const [back, setBack] = useState<number | null>(null);
  const [archiving, setArchiving] = useState(false);
  if (one.versions.length === 0)
    return (
      <Empty icon="list" title="No version yet">
        <p>The first one is made when this draft is published.</p>
      </Empty>
    );
  const archive = builds && published && (
    <Button size="xs" variant="subtle" onClick={() => setArchiving(true)}>
      Archive the workflow
    </Button>
  );
  return (
    <div className={styles.tool}>
      <Block
        title="Versions"
        about="A version never changes. Coming back to one publishes its content as a new version."
        aside={archive}
      >
        <Table
          label="Versions"
          density="tight"
          rows={one.versions}
          rowKey={({ version }) => String(version)}
          columns={columnsOf(builds, setBack)}
        />
      </Block>
      {back !== null && <RollBack {...props} version={back} close={() => setBack(null)} />}
      {archiving && published && (
        <ArchiveWorkflow {...props} over={published.version} close={() => setArchiving(false)} />
      )}
    </div>
  );
}

const publishedBy = ({ published_by, published_at }: Version) =>
  published_at === null ? (
    <span className="quiet">not published</span>
  ) : (
    ({ cli: 'a command', system: 'the first start' }[published_by ?? ''] ?? published_by ?? '–')
  );

import { useQuery } from '@tanstack/react-query';
import type { Place } from '../../../../app/place.ts';
import { bytesWords } from '../../../../exports/words.ts';
import { CopyButton } from '../../../../parts/copy-button.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import type { Column } from '../../../../table/column.ts';
import { Table } from '../../../../table/table.tsx';
import { packageFilesQuery, type ServedFile } from '../queries.ts';
import styles from './packages.module.css';

/** What the registry of this installation serves, to the tokens of every organization. */
export function ServedFiles({ place }: { place: Place }) {
  const query = useQuery(packageFilesQuery(place));
  return (
    <Loaded query={query} what="The served packages" columns={[50, 20, 30]} rows={3}>
      {({ files }) => (
        <div className={styles.served}>
          <h3 className="quiet small">What is served</h3>
          {files.length === 0 ? (
            <p className="quiet">
              Nothing yet. The operator imports the files of a release:{' '}
              <code>npx standpoint packages import FILE…</code>
            </p>
          ) : (
            <Table
              label="Served packages"
              density="tight"
              columns={COLUMNS}
              rows={files}
              rowKey={({ kind, name, version, file }) => `${kind} ${name} ${version} ${file}`}
            />
          )}
        </div>
      )}
    </Loaded>
  );
}

const COLUMNS: readonly Column<ServedFile>[] = [
  {
    id: 'name',
    head: 'Package',
    cell: ({ name, version }) => (
      <span className={styles.name}>
        <span className="mono" dir="ltr">
          {name}
        </span>{' '}
        <span className="nowrap">{version}</span>
      </span>
    ),
  },
  {
    id: 'at',
    head: 'At',
    cell: ({ kind, needs_token, origin }) => (
      <>
        <span className="mono">/{kind}</span>
        {!needs_token && <span className="soft"> without a token</span>}
        {origin === 'packed' && <span className="soft"> from this clone</span>}
      </>
    ),
  },
  { id: 'file', head: 'File', wide: true, cell: ({ file }) => <span className={styles.name}>{file}</span> },
  { id: 'size', head: 'Size', end: true, wide: true, cell: ({ size }) => bytesWords(size) },
  {
    id: 'sha256',
    head: 'SHA-256',
    end: true,
    cell: ({ sha256, file }) => (
      <span className={styles.sum}>
        <span className="mono soft" title={sha256}>
          {sha256.slice(0, 8)}…
        </span>
        <CopyButton text={sha256} what={`the SHA-256 of ${file}`} />
      </span>
    ),
  },
];

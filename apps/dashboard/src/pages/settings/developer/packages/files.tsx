import { CodeBlock } from '../../../../parts/code-block.tsx';
import type { Snippet } from '../queries.ts';
import styles from './packages.module.css';

interface FilesProps {
  files: readonly Snippet[];
  /** One below the other, in a dialog. */
  stacked?: boolean;
}

/** Files of a developer's machine, as the service writes them for its own address. */
export const Files = ({ files, stacked = false }: FilesProps) => (
  <div className={stacked ? styles.stacked : styles.files}>
    {files.map(({ file, where, text }) => (
      <CodeBlock key={file} title={file} where={where} text={text} />
    ))}
  </div>
);

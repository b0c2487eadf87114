import { Block } from '../../../parts/block.tsx';
import { Note } from '../../../parts/note.tsx';
import { DifferenceList } from '../compare/list.tsx';
import styles from './editor.module.css';
import type { ToolProps } from './tool-props.ts';

/** What publishing this draft would change, in words. */
export function ComparePart({ changes, published, writing, one }: ToolProps) {
  const consent = writing.saved?.preview?.consent.version;
  const before = published ? one.base?.preview?.consent.version : undefined;
  const about = published
    ? `This draft beside version ${published.version}, which checks use now.`
    : 'None of its versions is published: everything that is set is listed.';
  return (
    <div className={styles.tool}>
      <Block title="What changes" about={about}>
        {before && consent && before !== consent && (
          <Note tone="review">
            The consent text changes, from version {before} to {consent}. Whoever agreed to the old one is
            asked again at their next check.
          </Note>
        )}
        {changes.length > 0 ? (
          <DifferenceList rows={changes} label="What changes" />
        ) : (
          <p className="soft">Nothing: the draft is the same as what is published.</p>
        )}
      </Block>
    </div>
  );
}

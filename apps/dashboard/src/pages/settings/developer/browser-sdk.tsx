import { useQuery } from '@tanstack/react-query';
import { Block } from '../../../parts/block.tsx';
import { CodeBlock } from '../../../parts/code-block.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { Note } from '../../../parts/note.tsx';
import styles from './packages/packages.module.css';
import { sdkManifestQuery } from './queries.ts';
import { globalCode, moduleCode, scriptTag } from './script-tag.ts';

/** The script for a page without a bundler, ready to be copied. */
export function BrowserSdk() {
  const query = useQuery(sdkManifestQuery);
  return (
    <Block
      title="Browser SDK"
      about="For a page without a bundler. With one, install @standpoint/web, which is the same code."
      aside={
        <a href="/sdk/" target="_blank" rel="noreferrer">
          All versions
        </a>
      }
    >
      <Loaded query={query} what="The browser SDK" columns={[80, 80]} rows={3}>
        {({ versions: [newest] }) =>
          newest && (
            <div className={styles.packages}>
              {!newest.released && (
                <Note tone="review">
                  Version {newest.version} of this installation is not a release: its bytes may change, and a
                  page with the integrity of today then blocks it.
                </Note>
              )}
              <div className={styles.files}>
                <CodeBlock title="Script" where="one global, Standpoint" text={scriptTag(newest.global)} />
                <CodeBlock title="Its use" where="after a click" text={globalCode(newest.global)} />
                <CodeBlock
                  title="ES module"
                  where="the same, to be imported"
                  text={scriptTag(newest.module, ' type="module"')}
                />
                <CodeBlock title="Its import" where="in your own module" text={moduleCode(newest.module)} />
              </div>
            </div>
          )
        }
      </Loaded>
    </Block>
  );
}

import { Dialog } from '../parts/dialog.tsx';
import styles from './help.module.css';
import { closeKeys } from './help-state.ts';
import { type Binding, labelOf } from './match.ts';
import { useKeyGroups } from './use-keys.ts';

/** The keys of this page, then those that work everywhere. */
export function KeyHelp({ letters }: { letters: boolean }) {
  const groups = Map.groupBy(
    useKeyGroups().flatMap(({ title, bindings }) =>
      bindings.filter(({ hidden }) => !hidden).map((binding) => ({ title, binding })),
    ),
    ({ title }) => title,
  );
  return (
    <Dialog opened title="Keys of this page" close={closeKeys}>
      {!letters && (
        <p className="soft">
          Single letters are switched off in your account. ⌘K, Ctrl K and the arrows work all the same.
        </p>
      )}
      <div className={styles.groups}>
        {[...groups].toReversed().map(([title, all]) => (
          <section key={title}>
            <h3 className={styles.title}>{title}</h3>
            <dl className={styles.keys}>
              {all.map(({ binding }) => (
                <Line key={binding.keys.join(' ')} binding={binding} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

const Line = ({ binding: { keys, words } }: { binding: Binding }) => (
  <div className={styles.line}>
    <dt>{words}</dt>
    <dd>
      {keys.map((key) => (
        <kbd key={key}>{labelOf(key)}</kbd>
      ))}
    </dd>
  </div>
);

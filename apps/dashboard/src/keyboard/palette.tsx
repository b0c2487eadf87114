import { Modal } from '@mantine/core';
import type { Me } from '@standpoint/contract';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import styles from './palette.module.css';
import { found, type Item } from './palette-items.ts';
import { closePalette } from './palette-state.ts';
import { useItems } from './use-items.ts';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';

/** Search and commands in one field. */
export function Palette({ me }: { me: Me }) {
  return (
    <Modal.Root opened onClose={closePalette} size={640} padding={0} transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content aria-label="Search and commands">
        <Modal.Body className={styles.body}>
          <Search me={me} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

const List = ({
  id,
  list,
  items,
  at,
  setAt,
  run,
}: {
  id: string;
  list: RefObject<HTMLDivElement | null>;
  items: readonly Item[];
  at: number;
  setAt(at: number): void;
  run(item: Item): void;
}) => (
  <div className={styles.list} role="listbox" id={id} aria-label="Found" ref={list} tabIndex={-1}>
    {items.map((item, index) => (
      <Row
        key={item.id}
        id={`${id}-${index}`}
        item={item}
        head={items[index - 1]?.group !== item.group}
        selected={index === at}
        point={() => setAt(index)}
        run={() => run(item)}
      />
    ))}
    {items.length === 0 && <p className={styles.none}>Nothing here has this name, and it is no id.</p>}
  </div>
);

/** What `Search` holds, and what its buttons and fields do. */
function useSearch({ me }: { me: Me }) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const items = found(useItems(me, typed), typed);
  const chosen = items[at];
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });
  const run = (item: Item | undefined) => {
    if (!item) return;
    closePalette();
    // The dialog gives the focus back first, so that what runs may take it.
    setTimeout(item.run);
  };
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) {
      event.preventDefault();
      setAt((now) => (now + by + items.length) % Math.max(items.length, 1));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      run(chosen);
    }
  };
  return { typed, setTyped, at, setAt, list, id, items, chosen, run, press };
}

function Search({ me }: { me: Me }) {
  const { typed, setTyped, at, setAt, list, id, items, chosen, run, press } = useSearch({ me });
  return (
    <>
      <div className={styles.field}>
        <Icon name="search" />
        <input
          className={styles.input}
          role="combobox"
          aria-label="Search and commands"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={chosen && `${id}-${at}`}
          aria-autocomplete="list"
          placeholder="Go to a page, paste an id, or > for commands"
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
      </div>
      <List id={id} list={list} items={items} at={at} setAt={setAt} run={run} />
    </>
  );
}

interface RowProps {
  id: string;
  item: Item;
  head: boolean;
  selected: boolean;
  point(): void;
  run(): void;
}

const Row = ({ id, item: { group, icon, title, sub, keys }, head, selected, point, run }: RowProps) => (
  <>
    {head && (
      <div className={styles.head} role="presentation">
        {group}
      </div>
    )}
    {/* biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the chosen option. */}
    {/* biome-ignore lint/a11y/useKeyWithClickEvents: its keys are those of the field. */}
    <div
      id={id}
      className={styles.row}
      role="option"
      aria-selected={selected}
      onPointerMove={point}
      onClick={run}
    >
      <Icon name={icon} />
      <span className={styles.title}>
        {title}
        {sub && <span className={styles.sub}>{sub}</span>}
      </span>
      {keys && (
        <span className={styles.keys} aria-hidden="true">
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </div>
  </>
);

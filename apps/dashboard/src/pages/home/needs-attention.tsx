import type { Attention } from '@standpoint/contract';
import { Link } from '@tanstack/react-router';
import { usePlace } from '../../app/place.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Time, useNow } from '../../parts/time.tsx';
import { attentionWords } from './attention-words.ts';
import styles from './home.module.css';

/** What needs a person, before any figure. */
export function NeedsAttention({ items }: { items: readonly Attention[] }) {
  return (
    <section aria-labelledby="attention">
      <h2 className={styles.heading} id="attention">
        Needs attention{' '}
        {items.length > 0 && <span className={styles.count}>{items.length.toLocaleString('en')}</span>}
      </h2>
      {items.length === 0 ? (
        <p className={styles.calm}>
          <Icon name="check" /> Nothing waits for you.
        </p>
      ) : (
        <ul>
          {items.map((item) => (
            <Row key={`${item.kind} ${item.id}`} item={item} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ item }: { item: Attention }) {
  const place = usePlace();
  const { icon, tone, what, means, action } = attentionWords(item, place, useNow().getTime());
  return (
    <li className={styles.row} data-tone={tone}>
      <Icon name={icon} className={styles.mark} />
      <p>
        <b>{what}</b> <span className={styles.soft}>{means}</span>
      </p>
      <span className={styles.since}>
        {item.since && (
          <bdi dir="ltr">
            since <Time at={item.since} />
          </bdi>
        )}
      </span>
      {'to' in action ? (
        <Link className={styles.do} to={action.to as '/'}>
          {action.words}
        </Link>
      ) : (
        <CopyButton text={action.copy} what={action.copy} label={action.words} />
      )}
    </li>
  );
}

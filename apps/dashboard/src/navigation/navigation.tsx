import type { Me } from '@standpoint/contract';
import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { roleIn } from '../api/me.ts';
import { mayOpen, PAGES, type Page, SETTINGS_PAGES } from '../app/pages.ts';
import { usePlace } from '../app/place.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { EnvironmentSwitch } from './environment-switch.tsx';
import styles from './navigation.module.css';
import { OrganizationSwitch } from './organization-switch.tsx';
import { PersonFoot } from './person-foot.tsx';
import { ReviewCount } from './review-count.tsx';
import { SearchField } from './search-field.tsx';

interface NavigationProps {
  me: Me;
  /** On a phone. */
  open: boolean;
  close(): void;
}

/** Where one may go. Only pages that the role may open are in it. */
export function Navigation({ me, open, close }: NavigationProps) {
  const { org, env } = usePlace();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a phone’s navigation ends with the step it made.
  useEffect(close, [pathname]);
  const role = roleIn(me, org);
  const settings = SETTINGS_PAGES.some((page) => mayOpen(role, page));
  const groups = Map.groupBy(
    PAGES.filter((page) => mayOpen(role, page)),
    ({ group }) => group,
  );
  return (
    <nav id="navigation" className={styles.nav} data-open={open || undefined} aria-label="Dashboard">
      <OrganizationSwitch me={me} />
      <EnvironmentSwitch />
      <SearchField />
      {[...groups].map(([group, pages]) => (
        <Group key={group} title={group} pages={pages} base={`/${org}/${env}`} />
      ))}
      {settings && (
        <ul className={styles.list}>
          <Item to={`/${org}/settings`} icon="gear" title="Settings" />
        </ul>
      )}
      <PersonFoot me={me} role={role} />
    </nav>
  );
}

const Group = ({ title, pages, base }: { title: string | null; pages: readonly Page[]; base: string }) => (
  <div>
    {title && <h2 className={styles.heading}>{title}</h2>}
    <ul className={styles.list}>
      {pages.map(({ path, icon, title }) => (
        <Item key={path} to={`${base}/${path}`} icon={icon} title={title}>
          {path === 'review' && <ReviewCount />}
        </Item>
      ))}
    </ul>
  </div>
);

interface ItemProps {
  to: string;
  icon: IconName;
  title: string;
  children?: ReactNode;
}

const Item = ({ to, icon, title, children }: ItemProps) => (
  <li>
    <Link className={styles.item} to={to as '/'}>
      <Icon name={icon} />
      {title}
      {children}
    </Link>
  </li>
);

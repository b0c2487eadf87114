import { Link, Outlet } from '@tanstack/react-router';
import { roleIn, useMe } from '../api/me.ts';
import { mayOpen, SETTINGS_PAGES } from './pages.ts';
import { usePlace } from './place.ts';
import styles from './settings-frame.module.css';

/** Settings: their list at the side, one of them beside it. Each page has a `PageHead` of its own. */
export function SettingsFrame() {
  const { org } = usePlace();
  const role = roleIn(useMe(), org);
  return (
    <div className={styles.settings}>
      <nav className={styles.side} aria-label="Settings">
        <ul className={styles.list}>
          {SETTINGS_PAGES.filter((page) => mayOpen(role, page)).map(({ path, title }) => (
            <li key={path}>
              <Link className={styles.item} to={`/${org}/settings/${path}` as '/'}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  );
}

import { Menu } from '@mantine/core';
import type { Me } from '@standpoint/contract';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { usePlace } from '../app/place.ts';
import { Icon } from '../parts/icon.tsx';
import styles from './organization-switch.module.css';
import { otherOrganization } from './other-place.ts';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';

/** The organization, and a list of the others where there are any. */
export function OrganizationSwitch({ me }: { me: Me }) {
  const { org } = usePlace();
  const navigate = useNavigate();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const name = me.memberships.find((each) => each.org === org)?.name ?? '';
  const face = (
    <>
      <span className={styles.mark} aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
      <span className={styles.name}>{name}</span>
    </>
  );
  if (me.memberships.length < 2) return <div className={styles.org}>{face}</div>;
  return (
    <Menu>
      <Menu.Target>
        <button type="button" className={styles.org} data-button>
          {face}
          <span className="unseen">: change organization</span>
          <Icon name="down" className={styles.down} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Organizations</Menu.Label>
        {me.memberships.map((each) => (
          <Menu.Item
            key={each.org}
            leftSection={<Icon name={each.org === org ? 'check' : 'dash'} />}
            onClick={() => void navigate({ to: otherOrganization(pathname, each.org) as '/' })}
          >
            {each.name} <span className="quiet">{each.role}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

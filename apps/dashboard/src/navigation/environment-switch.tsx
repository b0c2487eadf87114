import type { Environment } from '@standpoint/contract';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { rememberPlace, usePlace } from '../app/place.ts';
import styles from './environment-switch.module.css';
import { otherEnvironment } from './other-place.ts';

const NAMES: readonly (readonly [Environment, string])[] = [
  ['production', 'Production'],
  ['sandbox', 'Sandbox'],
];

/** The same page in the other environment; a record has no twin there, so its list is opened. */
export function useEnvironmentSwitch(): (env: Environment) => void {
  const place = usePlace();
  const navigate = useNavigate();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  return (env) => {
    rememberPlace({ ...place, env });
    const to = otherEnvironment(pathname, env);
    if (to !== pathname) void navigate({ to: to as '/' });
  };
}

export function EnvironmentSwitch() {
  const { env } = usePlace();
  const change = useEnvironmentSwitch();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend.
    <div className={styles.env} role="group" aria-label="Environment">
      {NAMES.map(([each, name]) => (
        <button
          type="button"
          key={each}
          className={styles.half}
          data-env={each}
          aria-pressed={each === env}
          onClick={() => change(each)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

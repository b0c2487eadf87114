import { useQuery } from '@tanstack/react-query';
import { roleIn, useMe } from '../../../api/me.ts';
import { usePlace } from '../../../app/place.ts';
import { Icon } from '../../../parts/icon.tsx';
import { Sheet } from '../sheet.tsx';
import { isBuilder } from '../team/role-words.ts';
import { BrowserSdk } from './browser-sdk.tsx';
import { KeysOfKind } from './keys/keys.tsx';
import { Packages } from './packages/packages.tsx';
import styles from './page.module.css';
import { keysQuery } from './queries.ts';
import { SdkVersions } from './sdk-versions.tsx';
import { SigningKeys } from './signing-keys.tsx';

/** Settings → Developer: which keys there are, which are in trouble, and how to install. */
export function DeveloperPage() {
  const place = usePlace();
  const builds = isBuilder(roleIn(useMe(), place.org));
  const keys = useQuery(keysQuery(place));
  const reference = (
    <a className={styles.reference} href="/docs" target="_blank" rel="noreferrer">
      API reference <Icon name="out" />
    </a>
  );
  return (
    <Sheet title="Developer" aside={reference} of={keys}>
      <KeysOfKind kind="api" place={place} builds={builds} />
      <KeysOfKind kind="results" place={place} builds={builds} />
      <BrowserSdk />
      <Packages place={place} builds={builds} />
      <div className={styles.two}>
        <SigningKeys place={place} />
        <SdkVersions place={place} />
      </div>
    </Sheet>
  );
}

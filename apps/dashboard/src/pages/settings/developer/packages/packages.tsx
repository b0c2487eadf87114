import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Place } from '../../../../app/place.ts';
import { Block } from '../../../../parts/block.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { packageTokensQuery } from '../queries.ts';
import { Files } from './files.tsx';
import { NewPackageToken } from './new-package-token.tsx';
import styles from './packages.module.css';
import { ServedFiles } from './served-table.tsx';
import { PackageTokenTable } from './token-table.tsx';

interface PackagesProps {
  place: Place;
  builds: boolean;
}

/** How the private packages are installed: the files of a developer's machine, and the tokens. */
export function Packages({ place, builds }: PackagesProps) {
  const query = useQuery(packageTokensQuery(place));
  const [making, setMaking] = useState(false);
  const button = (
    <Button size="xs" leftSection={<Icon name="plus" />} onClick={() => setMaking(true)}>
      New token
    </Button>
  );
  return (
    <Block
      title="Private packages"
      about="A package token installs packages and does nothing else. It works in both environments."
      aside={builds && button}
    >
      <Loaded query={query} what="The package tokens" columns={[50, 40, 30]} rows={3}>
        {({ tokens, files }) => (
          <div className={styles.packages}>
            <PackageTokenTable tokens={tokens} place={place} builds={builds} />
            <Files files={files} />
            <ServedFiles place={place} />
          </div>
        )}
      </Loaded>
      {making && <NewPackageToken place={place} close={() => setMaking(false)} />}
    </Block>
  );
}

import { MANAGERS } from '@standpoint/contract/dashboard/role-sets';
import { useQuery } from '@tanstack/react-query';
import { roleIn, useMe } from '../../../api/me.ts';
import { usePlace } from '../../../app/place.ts';
import { Block } from '../../../parts/block.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { Note } from '../../../parts/note.tsx';
import { Sheet } from '../sheet.tsx';
import { allOfWords, isManager } from '../team/role-words.ts';
import styles from './form.module.css';
import { ProjectForm } from './form.tsx';
import { type Project, projectQuery } from './queries.ts';

/** Settings → Project: what the organization is called, where it is reached, and what holds for all of it. */
export function ProjectPage() {
  const place = usePlace();
  const query = useQuery(projectQuery(place));
  const manages = isManager(roleIn(useMe(), place.org));
  return (
    <Sheet title="Project" of={query}>
      <Loaded query={query} what="The project" columns={[30, 60]} rows={8}>
        {(project) => (
          <>
            {!manages && <Note icon="lock">You see these settings. {allOfWords(MANAGERS)} change them.</Note>}
            <ProjectForm project={project} manages={manages} />
            <Addresses project={project} />
          </>
        )}
      </Loaded>
    </Sheet>
  );
}

const Address = ({ text, what }: { text: string; what: string }) => (
  <span className={styles.address}>
    <span className="mono" dir="ltr">
      {text}
    </span>
    <CopyButton text={text} what={what} />
  </span>
);

const Addresses = ({ project: { org, base_url, sandbox_base_url, face_base_url } }: { project: Project }) => (
  <Block title="Id and addresses" about="Whoever runs the service sets the addresses when it starts.">
    <Facts
      rows={[
        ['Organization', <Address key="org" text={org} what="the id" />],
        ['Production', <Address key="base" text={base_url} what="the production address" />],
        ['Sandbox', <Address key="sandbox" text={sandbox_base_url} what="the sandbox address" />],
        ['Face pages', <Address key="face" text={face_base_url} what="the address of face pages" />],
      ]}
    />
  </Block>
);

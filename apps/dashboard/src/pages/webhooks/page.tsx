import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roleIn, useMe } from '../../api/me.ts';
import { usePlace } from '../../app/place.ts';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Sheet } from '../settings/sheet.tsx';
import { isBuilder } from '../settings/team/role-words.ts';
import { AddWebhook } from './add.tsx';
import { WebhookTable } from './endpoint-table.tsx';
import { webhooksQuery } from './queries.ts';

/** Webhooks: where events are sent to, and whether they arrive. */
export function WebhooksPage() {
  const place = usePlace();
  const query = useQuery(webhooksQuery(place));
  const builds = isBuilder(roleIn(useMe(), place.org));
  const [adding, setAdding] = useState(false);
  const button = builds && (
    <Button variant="filled" leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
      Add an endpoint
    </Button>
  );
  return (
    <Sheet title="Webhooks" crumb="" aside={button} of={query}>
      <Loaded query={query} what="The endpoints" columns={[80, 50, 50, 30]} rows={3}>
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <Empty icon="hook" title="No webhook endpoint yet" actions={button}>
              <p>
                The service posts events to the addresses that you add, signed, and again until they are
                taken. Your backend then learns of decisions without asking.
              </p>
            </Empty>
          ) : (
            <WebhookTable webhooks={webhooks} place={place} builds={builds} />
          )
        }
      </Loaded>
      {adding && <AddWebhook place={place} close={() => setAdding(false)} />}
    </Sheet>
  );
}

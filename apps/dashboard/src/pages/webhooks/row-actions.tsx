import { ActionIcon, Button, Menu } from '@mantine/core';
import type { BodyOf, changeWebhook, Webhook } from '@standpoint/contract';
import { useWrite } from '../../api/use-write.ts';
import { envPath, type Place } from '../../app/place.ts';
import { Icon } from '../../parts/icon.tsx';
import { say, sayWrong } from '../../toast/toasts.ts';
import styles from './endpoint-table.module.css';
import { hostOf, webhooksQuery } from './queries.ts';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';

export type Task = 'edit' | 'rotate' | 'remove';

interface RowActionsProps {
  of: Webhook;
  place: Place;
  start(task: Task): void;
}

/** Switching on and off is done at once, because it can be taken back. */
function useSwitch(of: Webhook, place: Place) {
  const change = useWrite<Webhook, BodyOf<typeof changeWebhook>>({
    method: 'PATCH',
    path: `${envPath(place)}/webhooks/${of.webhook_id}`,
    stale: [webhooksQuery(place).queryKey],
  });
  const turn = (enabled: boolean, undo: boolean) =>
    change.mutate(
      { enabled },
      {
        onSuccess: () =>
          say(
            `Switched ${hostOf(of)} ${enabled ? 'on' : 'off'}`,
            undo ? () => turn(!enabled, false) : undefined,
          ),
        onError: sayWrong,
      },
    );
  return { turn: (enabled: boolean) => turn(enabled, true), busy: change.isPending };
}

export function RowActions({ of, place, start }: RowActionsProps) {
  const { turn, busy } = useSwitch(of, place);
  return (
    <span className={styles.actions}>
      {of.enabled ? (
        <Button size="xs" variant="subtle" onClick={() => start('edit')} aria-label={`Change ${hostOf(of)}`}>
          Change
        </Button>
      ) : (
        <Button size="xs" loading={busy} onClick={() => turn(true)} aria-label={`Switch on ${hostOf(of)}`}>
          Switch on
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={28} aria-label={`More about ${hostOf(of)}`}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!of.enabled && <Menu.Item onClick={() => start('edit')}>Change the endpoint</Menu.Item>}
          <Menu.Item onClick={() => start('rotate')}>Rotate the secret</Menu.Item>
          {of.enabled && <Menu.Item onClick={() => turn(false)}>Switch off</Menu.Item>}
          <Menu.Item leftSection={<Icon name="trash" />} onClick={() => start('remove')}>
            Remove the endpoint
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}

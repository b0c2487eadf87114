import type { Standpoint, WebhookEvent } from '@standpoint/node';

/** What every app of this folder is made with. */
export interface Shop {
  standpoint: Standpoint;
  secret: string;
  onEvent: (event: WebhookEvent) => void;
}

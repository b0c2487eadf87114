import {
  addWebhook,
  changeWebhook,
  listEvents,
  listWebhooks,
  removeWebhook,
  replayWebhook,
  rotateWebhook,
} from '@standpoint/contract';
import { type Route, route } from '../route.ts';
import { addHandler, changeHandler, listHandler, removeHandler, rotateHandler } from './endpoints.ts';
import { listEventsHandler } from './list-events.ts';
import { replayHandler } from './replay.ts';

export const WEBHOOK_ROUTES: Route[] = [
  route(listWebhooks, listHandler),
  route(addWebhook, addHandler),
  route(changeWebhook, changeHandler),
  route(removeWebhook, removeHandler),
  route(rotateWebhook, rotateHandler),
  route(replayWebhook, replayHandler),
  route(listEvents, listEventsHandler),
];

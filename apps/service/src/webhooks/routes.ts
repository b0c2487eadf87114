import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listEvents,
  listWebhooks,
  readDelivery,
  removeWebhook,
  replayDeliveries,
  replayWebhook,
  rotateWebhook,
} from '@standpoint/contract';
import { type Route, route } from '../route.ts';
import { listDeliveriesHandler, readDeliveryHandler } from './deliveries.ts';
import { addHandler, changeHandler, listHandler, removeHandler, rotateHandler } from './endpoints.ts';
import { listEventsHandler } from './list-events.ts';
import { replayDeliveriesHandler, replayHandler } from './replay.ts';

export const WEBHOOK_ROUTES: Route[] = [
  route(listWebhooks, listHandler),
  route(addWebhook, addHandler),
  route(changeWebhook, changeHandler),
  route(removeWebhook, removeHandler),
  route(rotateWebhook, rotateHandler),
  route(replayWebhook, replayHandler),
  route(listEvents, listEventsHandler),
];

/** For people alone: a backend reads its events, and replays them by its own endpoint. */
export const DELIVERY_ROUTES: Route[] = [
  route(listDeliveries, listDeliveriesHandler),
  route(readDelivery, readDeliveryHandler),
  route(replayDeliveries, replayDeliveriesHandler),
];

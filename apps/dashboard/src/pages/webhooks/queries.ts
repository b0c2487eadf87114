import type { AnswerOf, listWebhooks, Webhook } from '@standpoint/contract';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../api/client.ts';
import { envPath, type Place } from '../../app/place.ts';

export const webhooksQuery = (place: Place) =>
  queryOptions({
    queryKey: [place.org, place.env, 'webhooks'],
    queryFn: ({ signal }) =>
      read<AnswerOf<typeof listWebhooks>>(`${envPath(place)}/webhooks`, undefined, signal),
  });

/** What an endpoint is called in a sentence: its host. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>): string => URL.parse(url)?.host ?? url;

import type { AnswerOf, developer } from '@standpoint/contract';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../../api/client.ts';
import { Unreachable } from '../../../api/refused.ts';
import { envPath, orgPath, type Place } from '../../../app/place.ts';
import type { SdkManifest } from './script-tag.ts';

export type Keys = AnswerOf<typeof developer.listKeys>;
export type Key = developer.Key;
type PackageTokens = AnswerOf<typeof developer.listPackageTokens>;
export type PackageToken = developer.PackageToken;
export type ServedFile = developer.ServedFile;
export type Snippet = PackageTokens['files'][number];

const ofPlace = <T>(place: Place, noun: string) =>
  queryOptions({
    queryKey: [place.org, place.env, noun],
    queryFn: ({ signal }) => read<T>(`${envPath(place)}/${noun}`, undefined, signal),
  });

export const keysQuery = (place: Place) => ofPlace<Keys>(place, 'keys');
export const signingKeysQuery = (place: Place) =>
  ofPlace<AnswerOf<typeof developer.listSigningKeys>>(place, 'signing-keys');
export const sdkVersionsQuery = (place: Place) =>
  ofPlace<AnswerOf<typeof developer.listSdkVersions>>(place, 'sdk-versions');

export const packageTokensQuery = (place: Pick<Place, 'org'>) =>
  queryOptions({
    queryKey: [place.org, 'packages'],
    queryFn: ({ signal }) => read<PackageTokens>(`${orgPath(place)}/packages`, undefined, signal),
  });

export const packageFilesQuery = (place: Pick<Place, 'org'>) =>
  queryOptions({
    queryKey: [place.org, 'packages', 'files'],
    queryFn: ({ signal }) =>
      read<AnswerOf<typeof developer.listPackageFiles>>(
        `${orgPath(place)}/packages/files`,
        undefined,
        signal,
      ),
  });

/** The list for machines, which has no envelope and is the same for everybody. */
export const sdkManifestQuery = queryOptions({
  queryKey: ['sdk'],
  queryFn: async ({ signal }): Promise<SdkManifest> => {
    const answer = await fetch('/sdk/manifest.json', { signal });
    if (!answer.ok) throw new Unreachable(`/sdk/manifest.json answers ${answer.status}.`);
    return answer.json();
  },
});

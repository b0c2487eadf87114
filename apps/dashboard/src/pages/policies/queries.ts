import type { AnswerOf, backtests, policies } from '@standpoint/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { read } from '../../api/client.ts';
import { envPath, orgPath, type Place } from '../../app/place.ts';

export type ListedPolicy = policies.ListedPolicy;
export type PolicyDraft = policies.PolicyDraft;
export type ReadPolicy = policies.ReadPolicy;
export type Definition = PolicyDraft['definition'];
export type Rule = NonNullable<Definition['rule']>;
export type Shape = NonNullable<Rule['shapes']>[number];
export type Choices = AnswerOf<typeof policies.policyChoices>;
export type Backtest = backtests.Backtest;
export type ListedFlip = backtests.ListedFlip;
type FlipPage = AnswerOf<typeof backtests.listFlips>;
export type CountedTime = AnswerOf<typeof backtests.readPeriod>;
export type ReadFlip = AnswerOf<typeof backtests.readFlip>;
export type Tried = AnswerOf<typeof policies.tryPolicyPoint>;
export type Differences = AnswerOf<typeof policies.policyDifferences>;
type ReadVersion = AnswerOf<typeof policies.readPolicyVersion>;
export type ReadShapes = AnswerOf<typeof policies.readPolicyShapes>;

export const policiesPath = (place: Place) => `${orgPath(place)}/policies`;
export const policyPath = (place: Place, id: string) => `${policiesPath(place)}/${id}`;
export const backtestsPath = (place: Place, id: string) => `${envPath(place)}/policies/${id}/backtests`;

export const policiesQuery = (place: Place) =>
  queryOptions({
    queryKey: [place.org, 'policies'],
    queryFn: ({ signal }) =>
      read<AnswerOf<typeof policies.listPolicies>>(policiesPath(place), undefined, signal),
  });

export const policyQuery = (place: Place, id: string) =>
  queryOptions({
    queryKey: [place.org, 'policies', id],
    queryFn: ({ signal }) => read<ReadPolicy>(policyPath(place, id), undefined, signal),
  });

export const choicesQuery = (place: Place) =>
  queryOptions({
    queryKey: [place.org, 'policy-choices'],
    queryFn: ({ signal }) => read<Choices>(`${policiesPath(place)}/choices`, undefined, signal),
    staleTime: 600_000,
  });

export const versionQuery = (place: Place, id: string, version: number) =>
  queryOptions({
    queryKey: [place.org, 'policies', id, 'version', version],
    queryFn: ({ signal }) =>
      read<ReadVersion>(`${policyPath(place, id)}/versions/${version}`, undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const differencesQuery = (place: Place, id: string, from: string, to: string, digest: string) =>
  queryOptions({
    queryKey: [place.org, 'policies', id, 'differences', from, to, digest],
    queryFn: ({ signal }) => read<Differences>(`${policyPath(place, id)}/differences`, { from, to }, signal),
  });

export const periodQuery = (place: Place, period: { from: string; to: string } | null) =>
  queryOptions({
    queryKey: [place.org, place.env, 'decisions-in-time', period],
    queryFn: ({ signal }) =>
      read<CountedTime>(`${envPath(place)}/decisions-in-time`, period ?? undefined, signal),
    placeholderData: keepPreviousData,
  });

const RUNNING_MS = 400;

export const lastBacktestQuery = (place: Place, id: string) =>
  queryOptions({
    queryKey: [place.org, place.env, 'backtests', id],
    queryFn: ({ signal }) =>
      read<AnswerOf<typeof backtests.listBacktests>>(backtestsPath(place, id), undefined, signal),
  });

/** Of exactly the content of a version, which may be rolled back to. */
export const versionBacktestsQuery = (place: Place, id: string, version: number) =>
  queryOptions({
    queryKey: [place.org, place.env, 'backtests', id, 'version', version],
    queryFn: ({ signal }) =>
      read<AnswerOf<typeof backtests.listBacktests>>(backtestsPath(place, id), { version }, signal),
    // Asked at each opening of the dialog: an earlier answer would deny a back-test that has ended since.
    staleTime: 0,
    gcTime: 0,
  });

export const backtestQuery = (place: Place, id: string, backtest_id: string) =>
  queryOptions({
    queryKey: [place.org, place.env, 'backtests', id, backtest_id],
    queryFn: ({ signal }) => read<Backtest>(`${backtestsPath(place, id)}/${backtest_id}`, undefined, signal),
    refetchInterval: ({ state }) => (!state.data || state.data.state === 'running' ? RUNNING_MS : false),
    refetchIntervalInBackground: true,
  });

export const flipsQuery = (place: Place, id: string, test: Backtest, to: string) =>
  queryOptions({
    queryKey: [place.org, place.env, 'flips', id, test.backtest_id, test.listed, to],
    queryFn: ({ signal }) =>
      read<FlipPage>(`${backtestsPath(place, id)}/${test.backtest_id}/flips`, { to }, signal),
    placeholderData: keepPreviousData,
    enabled: test.listed > 0,
  });

export const flipQuery = (place: Place, id: string, backtest_id: string, verification_id: string) =>
  queryOptions({
    queryKey: [place.org, place.env, 'flip', id, backtest_id, verification_id],
    queryFn: ({ signal }) =>
      read<ReadFlip>(
        `${backtestsPath(place, id)}/${backtest_id}/flips/${verification_id}`,
        undefined,
        signal,
      ),
    staleTime: 60_000,
  });

import { Button } from '@mantine/core';
import type { AnswerOf, beginProviderSignIn, readSignInWays } from '@standpoint/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { read, write } from '../../api/client.ts';
import { Refusal } from '../entry/refusal.tsx';

interface ProviderButtonProps {
  /** Where the person comes back to. */
  page: 'start' | 'invitation';
  /** "Sign in" or "Join". */
  verb: string;
}

/** Away to the operator's identity provider, where there is one. */
export function ProviderButton({ page, verb }: ProviderButtonProps) {
  const { data } = useQuery({
    queryKey: ['sign-in ways'],
    queryFn: ({ signal }) => read<AnswerOf<typeof readSignInWays>>('/auth/ways', undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const begin = useMutation({
    mutationFn: () => write<AnswerOf<typeof beginProviderSignIn>>('POST', '/auth/provider', { page }),
    onSuccess: ({ url }) => location.assign(url),
  });
  if (!data?.provider) return null;
  return (
    <>
      <Button fullWidth loading={begin.isPending || begin.isSuccess} onClick={() => begin.mutate()}>
        {verb} with {data.provider.name}
      </Button>
      <Refusal error={begin.error} />
    </>
  );
}

import { type AnswerOf, type ReviewBody, reviewSession, reviewVerification } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import { findReviewed } from '../../reviews/records.ts';
import { askHandler } from '../ask.ts';
import { command, ENV, environment, Failure, Misuse, ORG, oneOf } from '../command.ts';
import { organization, withDeps } from '../open.ts';

type Answer = AnswerOf<typeof reviewVerification> | AnswerOf<typeof reviewSession>;

export const reviewsDecide = command({
  name: 'reviews decide',
  summary: 'Approve or decline what waits for a review',
  args: ['ID'],
  options: {
    outcome: { type: 'string', value: 'approve|decline', required: true, meaning: 'the answer' },
    reason: {
      type: 'string',
      value: 'TEXT',
      required: true,
      meaning: 'why, without personal data: it stands in the signed evidence',
    },
    note: { type: 'string', value: 'TEXT', meaning: 'more, which may be personal: erased with the customer' },
    reviewer: { type: 'string', value: 'WHO', meaning: 'your id of the person who decides (default: cli)' },
    ...ENV,
    ...ORG,
  },
  notes:
    'ID is of the verification (ver_…), the face session (fcs_…) or the review (rev_…).\n' +
    'Where the policy or workflow wants four eyes, two people answer, each under their own --reviewer.',
  run: async ({ options, args, terminal }) => {
    const env = environment(options.env);
    if (!/^(ver|fcs|rev)_/.test(args[0]!)) throw new Misuse('ID must begin with ver_, fcs_ or rev_.');
    const body: ReviewBody = {
      outcome: oneOf('outcome', options.outcome, ['approve', 'decline']),
      reason: options.reason,
      reviewer: options.reviewer ?? 'cli',
      ...(options.note !== undefined && { note: options.note }),
    };
    return withDeps(terminal, async (deps) => {
      const { org } = await organization(deps.database, options.org);
      return answer(deps, { org, env }, args[0]!, body);
    });
  },
  text: ({ state, decision, review: { review_id, enrolled } }) =>
    state === 'awaiting_second'
      ? `${review_id}: noted. A second reviewer must answer before this is decided.`
      : `${review_id}: ${decision}.${enrolled === false ? ' The face was not enrolled.' : ''}`,
});

async function answer(
  deps: Deps,
  place: { org: string; env: 'production' | 'sandbox' },
  given: string,
  body: ReviewBody,
): Promise<Answer> {
  const id = given.startsWith('rev_') ? await findReviewed(deps.database.db, place, given) : given;
  if (id === null)
    throw new Failure(
      `There is no review ${given} in ${place.env}.`,
      `See them: npx standpoint reviews list --env ${place.env}`,
    );
  if (id.startsWith('ver_'))
    return askHandler(deps, reviewVerification, place, { params: { verification_id: id }, body });
  return askHandler(deps, reviewSession, place, { params: { session_id: id }, body });
}

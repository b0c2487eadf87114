import type { RoleName } from '@standpoint/contract/dashboard/role-sets';
import { ConfirmByTyping } from '../../../parts/confirm-by-typing.tsx';
import type { Member } from './queries.ts';
import { ROLE_WORDS } from './role-words.ts';

interface LowerProps {
  from: Member;
  to: RoleName;
  busy: boolean;
  confirm(): void;
  close(): void;
}

/** Asks first: a person who gives up a role cannot take it back. */
export const LowerMyself = ({ from, to, busy, confirm, close }: LowerProps) => (
  <ConfirmByTyping
    opened
    title={`Become ${ROLE_WORDS[to].title.toLowerCase()} yourself?`}
    typed={from.email}
    verb={`Become ${ROLE_WORDS[to].title.toLowerCase()}`}
    keep={`Stay ${ROLE_WORDS[from.role].title.toLowerCase()}`}
    busy={busy}
    confirm={confirm}
    close={close}
  >
    <p className="soft">
      You are {ROLE_WORDS[from.role].title.toLowerCase()} now. From then on you may: {ROLE_WORDS[to].line}{' '}
      Only a person with more rights can make you {ROLE_WORDS[from.role].title.toLowerCase()} again.
    </p>
  </ConfirmByTyping>
);

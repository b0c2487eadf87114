import type { Environment, Preferences, Role } from '@standpoint/contract';
import type { ColumnType, Generated } from 'kysely';
import type { RecordNoteTable } from './notes.ts';

/** Tables of the people who use the dashboard. The first six are filled by better-auth. */
type PersonTable = {
  id: string;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  image: string | null;
  two_factor_enabled: Generated<boolean>;
  preferences: ColumnType<Preferences, string | undefined, string>;
  factor_proved_at: Generated<Date | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

type PersonSessionTable = {
  id: string;
  user_id: string;
  token: string;
  expires_at: Date;
  ip_address: string | null;
  user_agent: string | null;
  second_factor_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

type PersonAccountTable = {
  id: string;
  user_id: string;
  /** `credential`: a password. */
  provider_id: string;
  account_id: string;
  password: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

type PersonChallengeTable = { id: string; identifier: string; value: string; expires_at: Date };
type PersonTwoFactorTable = { id: string; user_id: string; secret: string; backup_codes: string };
type PersonPasskeyTable = { id: string; user_id: string; name: string | null };

type MemberTable = {
  org: string;
  user_id: string;
  role: Role;
  since: Generated<Date>;
};

export type PersonLinkTable = {
  code_sha256: Buffer;
  purpose: 'setup' | 'invitation' | 'reset';
  org: string;
  invitation_id: string | null;
  email: string | null;
  role: Role | null;
  user_id: string | null;
  created_by: string;
  created_by_user: string | null;
  created_at: Generated<Date>;
  expires_at: Date;
  used_at: Date | null;
};

export type PackageTokenTable = {
  org: string;
  token_id: string;
  name: string;
  /** 8 characters of the token that find its row; not secret. */
  lookup: string;
  secret_sha256: Buffer;
  created_at: Generated<Date>;
  revoked_at: Date | null;
  last_used_at: Date | null;
  last_tool: string | null;
  /** Times by kind of tool. */
  tools: Generated<Record<string, string>>;
};

/** Clients that sent verifications, by day (UTC) and version. */
type SdkSeenTable = {
  org: string;
  env: Environment;
  day: string;
  platform: string;
  name: string;
  version: string;
  count: string;
  last_at: Date;
};

export interface PeopleSchema {
  record_note: RecordNoteTable;
  person: PersonTable;
  person_session: PersonSessionTable;
  person_account: PersonAccountTable;
  person_challenge: PersonChallengeTable;
  person_two_factor: PersonTwoFactorTable;
  person_passkey: PersonPasskeyTable;
  member: MemberTable;
  person_link: PersonLinkTable;
  package_token: PackageTokenTable;
  sdk_seen: SdkSeenTable;
}

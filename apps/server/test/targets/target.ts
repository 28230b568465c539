import type { Caller, Installation, TestUser } from '../installation.ts';

/** Nouns of route parameters. */
export type Target =
  | 'vacancy'
  | 'candidate'
  | 'profile'
  | 'status'
  | 'user'
  | 'administrator'
  | 'anybody'
  | 'file'
  | 'job'
  | 'message'
  | 'contact'
  | 'fragment'
  | 'merged_profile'
  | 'mailbox'
  | 'telegram_account'
  | 'telegram_dialog'
  | 'telegram_message'
  | 'query'
  | 'saved_query'
  | 'ai_search'
  | 'comment'
  | 'shortlisted_candidate'
  | 'shortlist_link'
  | 'candidate_task'
  | 'fit_note'
  | 'sequence'
  | 'mailing'
  | 'recipient'
  | 'template'
  | 'suppression'
  | 'vacancy_description'
  | 'message_generation'
  | 'profile_link'
  | 'enrichment'
  | 'table_import'
  | 'company'
  | 'company_export'
  | 'managed_company'
  | 'quota'
  | 'system_notification'
  | 'managed_notification'
  | 'extension_notification'
  | 'worker'
  | 'hiring_manager'
  | 'one_time_token'
  | 'address_link'
  | 'session'
  | 'passkey'
  | 'social_account'
  | 'connection'
  | 'linked_provider'
  | 'sign_in_service'
  | 'manager'
  | 'notice'
  | 'browser'
  | 'invitation'
  | 'managed_invitation'
  | 'api_token'
  | 'department'
  | 'user_group'
  | 'statistics_name'
  | 'statistics_view'
  | 'statistics_alert';

export interface Person {
  user: TestUser;
  caller: Caller;
}

/** A company of the test with an administrator and a hiring manager. */
export interface Side {
  here: Installation;
  companyId: number;
  owner: Person;
  hiringManager: TestUser | undefined;
}

/**
 * Context of a fixture: company, caller (for personal entities), and earlier ids of the same path.
 */
export interface TargetRequest {
  side: Side;
  asker: Person;
  existing: Partial<Record<Target, number>>;
}

export interface TargetFixture {
  /** Creates an entity that the asker may fully use, and returns its id. */
  make(request: TargetRequest): Promise<number>;
  /** Creates an entity that only its owner can see; for nouns with privacy (ROLE-056). */
  makePrivate?(side: Side): Promise<number>;
}

let counter = 0;

/** A unique number for names. */
export const nextNumber = () => (counter += 1);

export async function made(answer: Promise<{ status: number; body: { id: number } }>, noun: Target): Promise<number> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`the fixture of ${noun} was answered ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

export async function insertedId(rows: Promise<{ id: number | string }[]>): Promise<number> {
  return Number((await rows)[0]?.id);
}

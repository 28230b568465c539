import { mailboxKey } from '@headwater/domain/identity/email';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

export interface AddressCheck {
  companyId: number;
  profileId: number;
  email: string;
  foundBy: 'bounce' | 'answer' | 'opened';
  at: Date;
}

/** PROF-065: the latest result wins. */
export async function recordAddressCheck(tx: Tx, { companyId, profileId, email, foundBy, at }: AddressCheck): Promise<void> {
  if (email === '') return;
  await sql`
    insert into contact_checks (company_id, profile_id, email_key, is_valid, found_by, checked_at)
    values (${companyId}, ${profileId}, ${mailboxKey(email)}, ${foundBy !== 'bounce'}, ${foundBy}, ${at})
    on conflict (company_id, profile_id, email_key) do update
      set is_valid = excluded.is_valid, found_by = excluded.found_by, checked_at = excluded.checked_at
      where contact_checks.checked_at <= excluded.checked_at`.execute(tx);
}

/** Deletes the bounces of an address in the company, for all profiles that have it. */
export async function forgetBounces(tx: Tx, { companyId, email }: Pick<AddressCheck, 'companyId' | 'email'>): Promise<void> {
  await sql`delete from contact_checks where company_id = ${companyId} and email_key = ${mailboxKey(email)} and not is_valid`.execute(tx);
}

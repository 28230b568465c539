import type { PersonKind } from '@headwater/domain/companies/people';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import type { User } from '#modules/accounts/public.ts';
import type { Company } from '#modules/companies/public.ts';

export interface Adder {
  actor: Actor;
  host: string;
}

export interface Added {
  adder: Adder;
  company: Company;
  user: User;
}

export interface Opening {
  inviteAdded: ((tx: Tx, added: Added) => Promise<void>) | undefined;
  mustUseProvider(tx: Tx, user: User, now: Date): Promise<boolean>;
}

export const isInvited = ({ inviteAdded }: Opening, kind: PersonKind): boolean => inviteAdded !== undefined && kind !== 'managers';

/**
 * EMP-020, EMP-040: otherwise an account without a password could not be opened.
 * Throws FieldErrors and too_many_requests.
 */
export async function openAdded(tx: Tx, opening: Opening, { kind, now, ...added }: Added & { kind: PersonKind; now: Date }): Promise<void> {
  if (isInvited(opening, kind)) return opening.inviteAdded?.(tx, added);
  if (await opening.mustUseProvider(tx, added.user, now)) return;
  throw new FieldErrors({ password: kind === 'managers' ? 'employee_password_of_staff' : 'employee_password_needed' });
}

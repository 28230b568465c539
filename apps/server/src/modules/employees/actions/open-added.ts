import type { PersonKind } from '@headwater/domain/companies/people';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import type { User } from '#modules/accounts/public.ts';
import type { Company } from '#modules/companies/public.ts';

/** Who adds somebody, and the host that they call: there the product has its name. */
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
  /** The e-mail with which whoever is added opens the account, in the transaction that adds them; undefined where no e-mail goes out. */
  inviteAdded: ((tx: Tx, added: Added) => Promise<void>) | undefined;
  /** Whether the company keeps the person to its identity provider, which opens the account. */
  mustUseProvider(tx: Tx, user: User, now: Date): Promise<boolean>;
}

/** ROLE-020: nobody is invited to the staff. */
export const isInvited = ({ inviteAdded }: Opening, kind: PersonKind): boolean => inviteAdded !== undefined && kind !== 'managers';

/**
 * EMP-020, EMP-040: whoever is added without a password is asked by e-mail to open the account. Where that cannot be, and no provider opens it, it would be
 * nobody's: no link for a new password goes to an account that has none. Throws FieldErrors and too_many_requests.
 */
export async function openAdded(tx: Tx, opening: Opening, { kind, now, ...added }: Added & { kind: PersonKind; now: Date }): Promise<void> {
  if (isInvited(opening, kind)) return opening.inviteAdded?.(tx, added);
  if (await opening.mustUseProvider(tx, added.user, now)) return;
  throw new FieldErrors({ password: kind === 'managers' ? 'employee_password_of_staff' : 'employee_password_needed' });
}

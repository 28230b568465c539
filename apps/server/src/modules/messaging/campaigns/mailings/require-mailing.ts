import { mayChangeSending, mayRemoveMailing, maySeeMailing } from '@headwater/domain/outreach/mailings';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { requireVacancy } from '#modules/vacancies/public.ts';
import { findMailing, findPeople, lockMailing, type MailingKind, type MailingRow } from '../store/mailings.ts';
import { findRecipient, mailingsOfRecipients, type RecipientRow } from '../store/recipients.ts';

/** All but `see` lock the row. `send` is required for changes of what is sent. */
type Right = 'see' | 'change' | 'send' | 'remove';

const accessOf = (row: Pick<MailingRow, 'access_type' | 'created_by'>) => ({ accessType: row.access_type, createdBy: row.created_by });

export const mayRemove = (actor: Actor, row: MailingRow): boolean => mayRemoveMailing(actor, accessOf(row));

export const maySend = (actor: Actor, { status, sender_id: senderId }: MailingRow): boolean =>
  mayChangeSending(actor, { status, senderId });

export async function refuseForSender(tx: Tx, senderId: number): Promise<never> {
  const [sender] = await findPeople(tx, [senderId]);
  throw new AppError('mailing_of_sender', { name: `${sender?.first_name ?? ''} ${sender?.last_name ?? ''}`.trim() });
}

/**
 * ROLE-059: throws not_found, no_access for a hidden mailing or vacancy, forbidden without the
 * right.
 */
export async function requireMailing(
  tx: Tx,
  actor: Actor,
  { id, right = 'see', kind }: { id: number; right?: Right; kind?: MailingKind },
): Promise<MailingRow> {
  const row = right === 'see' ? await findMailing(tx, id) : await lockMailing(tx, id);
  if (!row || (kind && row.type !== kind)) throw new AppError('not_found');
  if (!maySeeMailing(actor, accessOf(row))) throw new AppError('no_access');
  // Users without access to colleagues' messages cannot open their mailings (ROLE-057).
  if (row.created_by !== actor.userId && !actor.permissions.messaging_messages) throw new AppError('no_access');
  if (row.folder_id !== null) {
    await requireVacancy(tx, actor, { id: row.folder_id, ...(right === 'see' ? {} : { right: 'change_candidates' }) });
  }
  if (right === 'send' && !maySend(actor, row)) await refuseForSender(tx, row.sender_id ?? 0);
  if (right === 'remove' && !mayRemove(actor, row)) throw new AppError('forbidden');
  return row;
}

export interface OwnRecipient {
  recipient: RecipientRow;
  mailing: MailingRow;
}

export async function requireRecipient(
  tx: Tx,
  actor: Actor,
  { id, right = 'see', now }: { id: number; right?: Right; now: Date },
): Promise<OwnRecipient> {
  const [found] = await mailingsOfRecipients(tx, [id]);
  if (!found) throw new AppError('not_found');
  const mailing = await requireMailing(tx, actor, { id: found.mailing_id, right });
  const recipient = await findRecipient(tx, id, now);
  if (!recipient) throw new AppError('not_found');
  return { recipient, mailing };
}

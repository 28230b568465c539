import type { MailingTemplateInput } from '@headwater/contract/mailing-steps';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { defaultAccess } from '#modules/messaging/settings/public.ts';
import { shareLockStatus } from '#modules/statuses/public.ts';
import { requireVacancy } from '#modules/vacancies/public.ts';
import { announceMailing } from '../services.ts';
import { withdraw } from '../store/launch-classes.ts';
import { insertMailing, type MailingKind, type MailingRow, updateMailing } from '../store/mailings.ts';
import { recipientIds, removeRecipients } from '../store/recipients.ts';
import { requireMailing } from './require-mailing.ts';
import { saveSteps } from './save-steps.ts';

/** MAIL-048: a running mailing must be stopped before its messages change. */
export const isRunning = ({ status }: Pick<MailingRow, 'status'>) => status === 'pending' || status === 'sending';

interface Fields {
  name?: string | undefined;
  access_type?: 'public' | 'private' | undefined;
  after_launch_status_id?: number | null | undefined;
  telegram_account_id?: number | null | undefined;
}

export async function requireStatus(tx: Tx, statusId: number | null | undefined): Promise<void> {
  if (statusId && !(await shareLockStatus(tx, statusId))) throw new FieldErrors({ after_launch_status_id: 'vacancy_unknown_status' });
}

export interface CreateInput extends Fields {
  kind: MailingKind;
  folder_id?: number;
  templates: readonly MailingTemplateInput[];
  now: Date;
}

export async function createMailing(
  tx: Tx,
  actor: Actor,
  { kind, folder_id: folderId, templates, now, ...fields }: CreateInput,
): Promise<MailingRow> {
  const vacancy = folderId === undefined ? undefined : await requireFolder(tx, actor, folderId);
  await requireStatus(tx, fields.after_launch_status_id);
  const mailing = await insertMailing(tx, {
    companyId: actor.company.id,
    createdBy: actor.userId,
    kind,
    name: fields.name ?? vacancy?.name ?? '',
    folderId: vacancy?.id ?? null,
    accessType: fields.access_type ?? (await defaultAccess(tx, actor.company.id)),
    afterLaunchStatusId: fields.after_launch_status_id ?? null,
    telegramAccountId: fields.telegram_account_id ?? null,
    now,
  });
  await saveSteps(tx, { actor, mailing, now }, templates);
  await announceMailing(tx, actor.company.id, [mailing.id]);
  return mailing;
}

/** MAIL-057: a missing vacancy is an error of `folder`. */
async function requireFolder(tx: Tx, actor: Actor, id: number) {
  try {
    return await requireVacancy(tx, actor, { id, right: 'change_candidates' });
  } catch (error) {
    if (error instanceof AppError && error.key === 'not_found') throw new FieldErrors({ folder: 'not_found' });
    throw error;
  }
}

export interface ChangeInput extends Fields {
  id: number;
  kind?: MailingKind;
  templates?: readonly MailingTemplateInput[] | undefined;
  now: Date;
}

/**
 * MAIL-032, MAIL-034, SEQ-028. Throws mailing_running for changed messages of a running mailing.
 */
export async function changeMailing(tx: Tx, actor: Actor, { id, kind, templates, now, ...fields }: ChangeInput): Promise<MailingRow> {
  const mailing = await requireMailing(tx, actor, { id, right: 'change', ...(kind ? { kind } : {}) });
  if (templates && isRunning(mailing)) throw new AppError('mailing_running');
  // Hiding another user's mailing would remove it from its creator.
  if (fields.access_type === 'private' && mailing.created_by !== actor.userId) throw new AppError('forbidden');
  await requireStatus(tx, fields.after_launch_status_id);
  if (templates) await saveSteps(tx, { actor, mailing, now }, templates);
  const changed = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const row = await updateMailing(tx, id, { ...changed, now });
  await announceMailing(tx, actor.company.id, [id]);
  return row;
}

/** MAIL-035, SEQ-029: stops sending. Sent messages stay unless the history is deleted. */
export async function removeMailing(
  tx: Tx,
  actor: Actor,
  { id, kind, keepsHistory, now }: { id: number; kind?: MailingKind; keepsHistory: boolean; now: Date },
): Promise<void> {
  await requireMailing(tx, actor, { id, right: 'remove', ...(kind ? { kind } : {}) });
  await withdraw(tx, { mailingId: id }, now);
  await updateMailing(tx, id, { status: 'stopped', deleted_at: now, now });
  await removeRecipients(tx, await recipientIds(tx, id), { now, keepsHistory });
  await announceMailing(tx, actor.company.id, [id]);
}

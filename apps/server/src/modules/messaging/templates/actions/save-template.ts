import { hourMs } from '@headwater/domain/time/durations';
import { templateBounds } from '@headwater/domain/outreach/templates';
import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { safeHtml } from '#platform/mail/safe-html.ts';
import { requireMessageFiles } from '#modules/files/public.ts';
import { defaultAccess } from '#modules/messaging/settings/public.ts';
import {
  findRestorable,
  forgetDeleted,
  insertTemplate,
  replaceFiles,
  type TemplateContent,
  type TemplateRow,
  unmarkDeleted,
  updateTemplate,
} from '../store.ts';
import { allow, requireTemplate } from './require-template.ts';

export interface TemplateServices {
  database: Database;
  clock: Clock;
}

/** DEC-13. */
const undoMs = hourMs;

interface Saved extends TemplateContent {
  attachment_ids: readonly number[];
}

type New = Omit<Saved, 'access_type'> & { access_type?: Saved['access_type'] | undefined };

function cleanContent({ name, subject, body, custom_variables: variables, access_type: accessType }: TemplateContent): TemplateContent {
  const names = variables.map((variable) => variable.name);
  const twice = names.find((one, index) => names.indexOf(one) !== index);
  if (twice) throw new FieldErrors({ custom_variables: { key: 'variable_twice', parts: { name: twice } } });
  const clean = safeHtml(body);
  if (clean.length > templateBounds.body) throw new FieldErrors({ body: { key: 'field_too_long', parts: { count: templateBounds.body } } });
  return { name, subject, body: clean, custom_variables: variables, access_type: accessType };
}

/** TPL-012. Throws FieldErrors at subject, body, custom_variables or attachment_ids. */
export async function createTemplate(tx: Tx, actor: Actor, { now, ...input }: New & { now: Date }): Promise<TemplateRow> {
  const content = cleanContent({ ...input, access_type: input.access_type ?? (await defaultAccess(tx, actor.company.id)) });
  const files = await requireMessageFiles(tx, actor, input.attachment_ids);
  await forgetDeleted(tx, new Date(now.getTime() - undoMs));
  const row = await insertTemplate(tx, { companyId: actor.company.id, userId: actor.userId, now }, content);
  await replaceFiles(tx, { id: row.id, companyId: actor.company.id }, files);
  return row;
}

export type TemplateChange = { id: number; now: Date } & { [Part in keyof Saved]?: Saved[Part] | undefined };

/** TPL-014. */
export async function changeTemplate(tx: Tx, actor: Actor, { id, now, ...change }: TemplateChange): Promise<TemplateRow> {
  const row = await requireTemplate(tx, actor, { id, right: 'change' });
  // A hidden template would disappear for its creator and for this user.
  if (change.access_type === 'private' && row.created_by !== actor.userId) throw new AppError('forbidden');
  const content = cleanContent({
    name: change.name ?? row.name,
    subject: change.subject ?? row.subject,
    body: change.body ?? row.body,
    custom_variables: change.custom_variables ?? row.custom_variables,
    access_type: change.access_type ?? row.access_type,
  });
  if (change.attachment_ids) {
    await replaceFiles(tx, { id, companyId: actor.company.id }, await requireMessageFiles(tx, actor, change.attachment_ids));
  }
  return updateTemplate(tx, id, { ...content, now });
}

/** Throws not_found if the template was not deleted within the hour. */
export async function restoreTemplate(tx: Tx, actor: Actor, { id, now }: { id: number; now: Date }): Promise<TemplateRow> {
  if (id < 0) throw new AppError('template_read_only');
  const row = allow(actor, await findRestorable(tx, id, new Date(now.getTime() - undoMs)), 'change');
  await unmarkDeleted(tx, id);
  return row;
}

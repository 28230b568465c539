import type { AttachmentView, TemplateView } from '@headwater/contract/templates';
import { wholeKilobytes } from '@headwater/domain/outreach/attachments';
import { blankTemplateId, mayChangeTemplate } from '@headwater/domain/outreach/templates';
import { type CustomVariable, mailingVariables } from '@headwater/domain/outreach/variables';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { examplesIn } from './examples.ts';
import { findPeople, listFiles, type TemplateRow } from './store.ts';

/** EDIT-026. */
const fileAddress = (id: number) => `/api/files/v1/${id}/download/`;

export const presentAttachment = (file: { id: number; filename: string; size: number }, isInlineImage = false): AttachmentView => ({
  id: file.id,
  internal_id: file.id,
  name: file.filename,
  size: wholeKilobytes(file.size),
  src: fileAddress(file.id),
  is_inline_image: isInlineImage,
});

const variableViews = (custom: readonly CustomVariable[], texts: readonly string[]) =>
  mailingVariables(custom, texts).map((variable) => ({ ...variable, data: [...variable.data] }));

export async function presentTemplates(tx: Tx, actor: Actor, rows: readonly TemplateRow[]): Promise<TemplateView[]> {
  const people = new Map((await findPeople(tx, [...new Set(rows.flatMap((row) => row.created_by ?? []))])).map((one) => [one.id, one]));
  const files = await listFiles(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const may = mayChangeTemplate(actor, { accessType: row.access_type, createdBy: row.created_by });
    return {
      id: row.id,
      name: row.name,
      subject: row.subject,
      body: row.body,
      variables: variableViews(row.custom_variables, [row.subject, row.body]),
      custom_variables: row.custom_variables.map(({ name, value, data }) => ({ name, value, data: [...data] })),
      attachments: files.filter((file) => file.template_id === row.id).map((file) => presentAttachment(file)),
      access_type: row.access_type,
      creator: people.get(row.created_by ?? 0) ?? null,
      created: row.created_at.toISOString(),
      updated: row.updated_at.toISOString(),
      permissions: { edit: may, remove: may },
    };
  });
}

const builtIn = (content: { id: number; name: string; subject: string; body: string }): TemplateView => ({
  ...content,
  variables: variableViews([], [content.subject, content.body]),
  custom_variables: [],
  attachments: [],
  access_type: 'public',
  creator: null,
  created: null,
  updated: null,
  permissions: { edit: false, remove: false },
});

export const presentExamples = ({ language }: Pick<Actor, 'language'>): TemplateView[] => examplesIn(language).map(builtIn);

/** TPL-007 to TPL-009. Built-in templates have negative ids. */
export const presentBuiltIn = (actor: Actor, id: number): TemplateView | undefined =>
  id === blankTemplateId ? builtIn({ id, name: '', subject: '', body: '' }) : presentExamples(actor).find((one) => one.id === id);

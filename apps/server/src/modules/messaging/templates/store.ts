import { type ColumnType, type ExpressionBuilder, type Generated, sql } from 'kysely';
import type { CustomVariable } from '@headwater/domain/outreach/variables';
import type { Actor } from '@headwater/domain/roles';
import type { UserTables } from '#modules/accounts/public.ts';
import type { FileTables } from '#modules/files/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { containing } from '#platform/database/like.ts';

type TemplateTables = UserTables &
  Pick<FileTables, 'files'> & {
    mailing_templates: {
      id: Generated<number>;
      company_id: ColumnType<number, number, never>;
      created_by: ColumnType<number | null, number, never>;
      name: string;
      subject: string;
      body: string;
      custom_variables: ColumnType<CustomVariable[], string, string>;
      access_type: 'public' | 'private';
      created_at: ColumnType<Date, Date, never>;
      updated_at: Date;
      deleted_at: ColumnType<Date | null, never, Date | null>;
    };
    mailing_template_files: { company_id: number; template_id: number; file_id: number; position: number };
  };
const tables = (tx: Tx) => tx.withTables<TemplateTables>();

export type TemplateRow = NonNullable<Awaited<ReturnType<typeof findTemplate>>>;

const columns = ['id', 'created_by', 'name', 'subject', 'body', 'custom_variables', 'access_type', 'created_at', 'updated_at'] as const;

/** The caller checks access. */
export const findTemplate = (tx: Tx, id: number) =>
  tables(tx).selectFrom('mailing_templates').select(columns).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

type Builder = ExpressionBuilder<TemplateTables, 'mailing_templates'>;
/** ROLE-058 in SQL; matches `maySeeTemplate`. */
const visibleTo = (select: Builder, { userId }: Pick<Actor, 'userId'>) =>
  select.and([
    select('mailing_templates.deleted_at', 'is', null),
    select.or([select('mailing_templates.access_type', '=', 'public'), select('mailing_templates.created_by', '=', userId)]),
  ]);

export interface TemplateFilter {
  createdBy?: number | undefined;
  search?: string | undefined;
  limit: number;
  offset: number;
}

export async function listTemplates(tx: Tx, actor: Actor, { createdBy, search, limit, offset }: TemplateFilter) {
  let query = tables(tx)
    .selectFrom('mailing_templates')
    .where((select) => visibleTo(select, actor));
  if (createdBy !== undefined) query = query.where('created_by', '=', createdBy);
  if (search) {
    query = query.where((select) =>
      select.or([select('name', 'ilike', containing(search)), select('subject', 'ilike', containing(search))]),
    );
  }
  const { count } = await query.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { count, rows: await query.select(columns).orderBy('id', 'desc').limit(limit).offset(offset).execute() };
}

export interface TemplatePerson {
  id: number;
  first_name: string;
  last_name: string;
}

export const findPeople = (tx: Tx, ids: readonly number[]): Promise<TemplatePerson[]> =>
  tables(tx)
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();

export async function listOwners(tx: Tx, actor: Actor): Promise<number[]> {
  const rows = await tables(tx)
    .selectFrom('mailing_templates')
    .select('created_by')
    .distinct()
    .where('created_by', 'is not', null)
    .where((select) => visibleTo(select, actor))
    .execute();
  return rows.flatMap((row) => row.created_by ?? []);
}

export const listCreators = (tx: Tx, actor: Actor): Promise<TemplatePerson[]> =>
  tables(tx)
    .selectFrom('users')
    .select(['users.id', 'first_name', 'last_name'])
    .where((select) =>
      select.or([
        select('users.id', '=', actor.userId),
        select.exists(
          select
            .selectFrom('mailing_templates')
            .select('mailing_templates.id')
            .whereRef('mailing_templates.created_by', '=', 'users.id')
            .where((inner) => visibleTo(inner as unknown as Builder, actor)),
        ),
      ]),
    )
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('users.id')
    .execute();

export interface TemplateContent {
  name: string;
  subject: string;
  body: string;
  custom_variables: readonly CustomVariable[];
  access_type: 'public' | 'private';
}

export const insertTemplate = (
  tx: Tx,
  owner: { companyId: number; userId: number; now: Date },
  content: TemplateContent,
): Promise<TemplateRow> =>
  tables(tx)
    .insertInto('mailing_templates')
    .values({
      ...content,
      custom_variables: JSON.stringify(content.custom_variables),
      company_id: owner.companyId,
      created_by: owner.userId,
      created_at: owner.now,
      updated_at: owner.now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const updateTemplate = (tx: Tx, id: number, { now, ...content }: TemplateContent & { now: Date }): Promise<TemplateRow> =>
  tables(tx)
    .updateTable('mailing_templates')
    .set({ ...content, custom_variables: JSON.stringify(content.custom_variables), updated_at: now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export const markDeleted = (tx: Tx, id: number, now: Date) =>
  tables(tx).updateTable('mailing_templates').set({ deleted_at: now }).where('id', '=', id).execute();

export const findRestorable = (tx: Tx, id: number, since: Date) =>
  tables(tx)
    .selectFrom('mailing_templates')
    .select(columns)
    .where('id', '=', id)
    .where((select) => select.or([select('deleted_at', 'is', null), select('deleted_at', '>=', since)]))
    .executeTakeFirst();

export const unmarkDeleted = (tx: Tx, id: number) =>
  tables(tx).updateTable('mailing_templates').set({ deleted_at: null }).where('id', '=', id).execute();

export const forgetDeleted = (tx: Tx, before: Date) =>
  tables(tx).deleteFrom('mailing_templates').where('deleted_at', '<', before).execute();

export interface TemplateFile {
  template_id: number;
  id: number;
  filename: string;
  size: number;
}

export const listFiles = (tx: Tx, templateIds: readonly number[]): Promise<TemplateFile[]> =>
  tables(tx)
    .selectFrom('mailing_template_files')
    .innerJoin('files', 'files.id', 'mailing_template_files.file_id')
    .select(['mailing_template_files.template_id', 'files.id', 'files.filename', 'files.size'])
    .where('mailing_template_files.template_id', '=', sql<number>`any(${templateIds})`)
    .orderBy('mailing_template_files.position')
    .execute();

export async function replaceFiles(tx: Tx, template: { id: number; companyId: number }, fileIds: readonly number[]): Promise<void> {
  await tables(tx).deleteFrom('mailing_template_files').where('template_id', '=', template.id).execute();
  if (fileIds.length === 0) return;
  const rows = fileIds.map((fileId, position) => ({ company_id: template.companyId, template_id: template.id, file_id: fileId, position }));
  await tables(tx).insertInto('mailing_template_files').values(rows).execute();
}

import { auditedFields, auditedSettings } from '@headwater/domain/audit';
import { expect, it } from 'vitest';
import { useSharedInstallation } from '../../../test/installation.ts';

const here = useSharedInstallation();

interface AuditedTable {
  name: string;
  source: string;
  fields: string[];
}
/** Tables with triggers that write audit entries. */
const listAuditedTables = () =>
  here.sql<AuditedTable>(
    `select tables.relname as name, functions.prosrc as source, array_agg(distinct columns.attname::text) as fields
     from pg_trigger as triggers
       join pg_class as tables on tables.oid = triggers.tgrelid
       join pg_proc as functions on functions.oid = triggers.tgfoid
       join pg_attribute as columns on columns.attrelid = tables.oid and columns.attnum > 0 and not columns.attisdropped
     where functions.prosrc like '%headwater_add_audit_entry(%'
     group by 1, 2 order by 1`,
  );

/** Never changed, or audited by separate code. */
const unaudited = ['id', 'created_at', 'date_joined', 'details', 'features'];

/** Columns that the trigger compares. Its source lists the ignored ones, or after `except` the compared ones. */
function fieldsOf({ source, fields }: AuditedTable): string[] {
  if (!source.includes('headwater_changed_fields(')) return [];
  const listed = /'\{([a-z_,]+)\}'/.exec(source)?.[1]?.split(',') ?? [];
  if (source.includes('except select unnest(')) return listed;
  const ignored = new Set([...unaudited, ...listed]);
  return fields.filter((field) => !ignored.has(field));
}

it('[DEC-14] has a display name for every audited setting and field', async () => {
  const tables = await listAuditedTables();
  const settings = tables.filter(({ source }) => source.includes(`'settings'`)).map(({ name }) => name);
  const fields = [...new Set(tables.flatMap(fieldsOf))].toSorted();
  expect([settings, fields]).toEqual([auditedSettings, auditedFields]);
});

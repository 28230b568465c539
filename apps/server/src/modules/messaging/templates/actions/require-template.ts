import { mayChangeTemplate, maySeeTemplate } from '@headwater/domain/outreach/templates';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { findTemplate, type TemplateRow } from '../store.ts';

/** Throws not_found, no_access for a private template of another user, or forbidden. */
export function allow(actor: Actor, row: TemplateRow | undefined, right: 'see' | 'change'): TemplateRow {
  if (!row) throw new AppError('not_found');
  const access = { accessType: row.access_type, createdBy: row.created_by };
  if (!maySeeTemplate(actor, access)) throw new AppError('no_access');
  if (right === 'change' && !mayChangeTemplate(actor, access)) throw new AppError('forbidden');
  return row;
}

export async function requireTemplate(tx: Tx, actor: Actor, { id, right }: { id: number; right: 'see' | 'change' }): Promise<TemplateRow> {
  if (id < 0 && right === 'change') throw new AppError('template_read_only');
  return allow(actor, await findTemplate(tx, id), right);
}

import { maxTotalBytes } from '@headwater/domain/outreach/attachments';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import { findFile } from './store.ts';

/** Returns the unique ids. Throws FieldErrors at `attachment_ids`. */
export async function requireMessageFiles(tx: Tx, actor: Actor, ids: readonly number[]): Promise<number[]> {
  const unique = [...new Set(ids)];
  let total = 0;
  for (const id of unique) {
    const file = await findFile(tx, id);
    // Readers of a profile's file may differ from the readers of the message.
    if (!file || file.company_id !== actor.company.id || file.attached_to !== null)
      throw new FieldErrors({ attachment_ids: 'attachment_missing' });
    total += file.size;
  }
  if (total > maxTotalBytes) throw new FieldErrors({ attachment_ids: 'attachments_large' });
  return unique;
}

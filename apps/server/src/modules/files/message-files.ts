import { maxTotalBytes } from '@headwater/domain/outreach/attachments';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import { findFile } from './store.ts';

/**
 * The ids once each, where all are files that somebody of the company has uploaded for messages, together within what a message may carry.
 * Throws FieldErrors at `attachment_ids`.
 */
export async function requireMessageFiles(tx: Tx, actor: Actor, ids: readonly number[]): Promise<number[]> {
  const unique = [...new Set(ids)];
  let total = 0;
  for (const id of unique) {
    const file = await findFile(tx, id);
    // A file that hangs on a profile has readers of its own, who need not be those of the message.
    if (!file || file.company_id !== actor.company.id || file.attached_to !== null)
      throw new FieldErrors({ attachment_ids: 'attachment_missing' });
    total += file.size;
  }
  if (total > maxTotalBytes) throw new FieldErrors({ attachment_ids: 'attachments_large' });
  return unique;
}

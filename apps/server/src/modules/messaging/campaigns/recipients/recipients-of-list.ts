import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import type { Actor } from '@headwater/domain/roles';
import type { MessageStatus } from '@headwater/domain/outreach/message-status';
import type { Tx } from '#platform/database/database.ts';
import { listRecipients } from '../store/recipients.ts';
import { requireMailing } from '../mailings/require-mailing.ts';
import { showRecipients, type ShowingServices } from './show-recipients.ts';

export interface RecipientListInput {
  mailingListId: number;
  status?: MessageStatus | undefined;
  search?: string | undefined;
  limit: number;
  offset: number;
  now: Date;
}

export async function recipientsOfList(
  tx: Tx,
  { actor, services }: { actor: Actor; services: ShowingServices },
  { mailingListId, status, ...filter }: RecipientListInput,
): Promise<{ recipients: MailingRecipientView[]; total: number }> {
  await requireMailing(tx, actor, { id: mailingListId });
  const filters = { ...filter, ...(status ? { status: [status] } : {}), reader: actor, mailingId: mailingListId };
  const { rows, count } = await listRecipients(tx, filters);
  return { recipients: await showRecipients(tx, { actor, services }, { rows, now: filter.now }), total: count };
}

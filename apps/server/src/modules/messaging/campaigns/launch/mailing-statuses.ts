import { type Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { candidatesForMailing } from '#modules/vacancies/public.ts';
import { fullMessagesOf } from '../store/messages.ts';
import { listRecipients, type RecipientRow } from '../store/recipients.ts';
import { requireMailing } from '../mailings/require-mailing.ts';

async function seen(tx: Tx, actor: Actor, rows: readonly RecipientRow[]): Promise<RecipientRow[]> {
  const visible: RecipientRow[] = [];
  for (const row of rows) {
    try {
      await requireMailing(tx, actor, { id: row.mailing_id });
      visible.push(row);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return visible;
}

/** MAIL-029, MAIL-030: status of each mailing for a person, newest first, at most 100. */
export async function mailingStatusesOf(tx: Tx, actor: Actor, { profileId, now }: { profileId: number; now: Date }) {
  if (!actor.permissions.messaging_info) return [];
  const { rows } = await listRecipients(tx, { profileIds: [profileId], now, limit: 100, offset: 0 });
  const visible = await seen(
    tx,
    actor,
    rows.filter((row) => row.mailing_type !== 'single'),
  );
  const messages = await fullMessagesOf(
    tx,
    visible.map((row) => row.id),
  );
  const ids = visible.flatMap((row) => row.candidate_id ?? []);
  const known = new Set((await candidatesForMailing(tx, actor, { ids, profileIds: [], folderId: null })).map(({ id }) => id));
  return visible.map((row) => ({
    recipient_id: row.id,
    candidate_id: row.candidate_id !== null && known.has(row.candidate_id) ? row.candidate_id : null,
    status: row.status,
    status_changed_at: (row.changed_at ?? row.status_changed_at).toISOString(),
    messages: messages
      .filter((message) => message.recipient_id === row.id)
      .map((message) => ({
        send_at: message.send_at.toISOString(),
        sent_at: message.state === 'sent' ? (message.sent_at?.toISOString() ?? null) : null,
        subject: message.subject,
      })),
    mailing_list: {
      id: row.mailing_id,
      name: row.mailing_name,
      messaging_type: row.mailing_type === 'sequence' ? ('sequence' as const) : ('mailing' as const),
    },
  }));
}

import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { presentRecipients } from './present-recipients.ts';
import type { MailingServices } from '../services.ts';
import { listWrittenTo } from '../store/planning.ts';
import type { RecipientRow } from '../store/recipients.ts';

export interface ShowingServices extends Pick<MailingServices, 'maySend' | 'explainSender'> {}

interface Shown {
  rows: readonly RecipientRow[];
  now: Date;
  whole?: boolean;
}

/**
 * When a blocked sender may send; null if unknown. The pause between messages is too short to show.
 */
async function holdOn(
  tx: Tx,
  { actor, services: { maySend, explainSender } }: { actor: Actor; services: ShowingServices },
  { senderId, isFollowUp, now }: { senderId: number; isFollowUp: boolean; now: Date },
): Promise<{ until: string | null } | undefined> {
  const hold = await explainSender(tx, senderId, { now, language: actor.language, maySend: await maySend(tx), isFollowUp });
  return hold && hold.reason !== 'gap' ? { until: hold.expected_at } : undefined;
}

const isDue = (view: MailingRecipientView | undefined, now: Date): boolean =>
  typeof view?.next_send_at === 'string' && new Date(view.next_send_at) <= now;

/** Recipients for screens (SEQ-009). Due messages show when the sender may send. */
export async function showRecipients(
  tx: Tx,
  whose: { actor: Actor; services: ShowingServices },
  { rows, now, whole = false }: Shown,
): Promise<MailingRecipientView[]> {
  const views = await presentRecipients(tx, whose.actor, { rows, now, whole });
  const due = rows.filter((row, at) => isDue(views[at], now) && row.sender_id !== null);
  const writtenTo = await listWrittenTo(
    tx,
    due.map(({ id }) => id),
  );
  const holds = new Map<string, ReturnType<typeof holdOn>>();
  const holdOf = (row: RecipientRow | undefined) => {
    if (!row || row.sender_id === null) return undefined;
    const sending = { senderId: row.sender_id, isFollowUp: writtenTo.has(row.id), now };
    const key = `${sending.senderId} ${sending.isFollowUp}`;
    const hold = holds.get(key) ?? holdOn(tx, whose, sending);
    holds.set(key, hold);
    return hold;
  };
  return Promise.all(
    views.map(async (view, at) => {
      const hold = isDue(view, now) ? await holdOf(rows[at]) : undefined;
      return hold ? { ...view, next_send_at: hold.until } : view;
    }),
  );
}

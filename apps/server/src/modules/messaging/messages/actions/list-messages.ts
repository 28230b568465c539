import type { IncomingMessageView, SentMessage } from '@headwater/contract/outreach';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { listUsers } from '#modules/accounts/public.ts';
import { findProfileCards } from '#modules/profiles/public.ts';
import { openly, type ShownAddress, shownAddresses } from '#modules/profiles/public/addresses.ts';
import type { OutboundPolicy } from '../outbound-policy.ts';
import { presentMessage } from '../present.ts';
import { listEvents } from '../store/events.ts';
import { listReplies, type MessageRow } from '../store/messages.ts';

export const addressFor = (row: MessageRow, actor: Actor, shown: (row: MessageRow) => ShownAddress): ShownAddress =>
  row.created_by === actor.userId ? openly(row) : shown(row);

export async function presentMany(tx: Tx, actor: Actor, { rows, now }: { rows: readonly MessageRow[]; now: Date }): Promise<SentMessage[]> {
  if (rows.length === 0) return [];
  const cards = await findProfileCards(tx, [...new Set(rows.map((row) => row.profile_id))], actor);
  const profileNames = new Map(cards.map((card) => [card.id, card.name]));
  const users = await listUsers(tx, { limit: 1000 });
  const senderNames = new Map(users.map((user) => [user.id, `${user.first_name} ${user.last_name}`.trim()]));
  const shown = await shownAddresses(
    tx,
    actor,
    rows.map((row) => row.profile_id),
  );
  return rows.map((row) =>
    presentMessage(row, {
      address: addressFor(row, actor, shown),
      profileName: profileNames.get(row.profile_id) ?? null,
      senderName: senderNames.get(row.created_by ?? 0) ?? '',
      language: actor.language,
      now,
    }),
  );
}

type ReplyRow = Awaited<ReturnType<typeof listReplies>>[number];

export const presentReply = (reply: ReplyRow, { redact }: Pick<ShownAddress, 'redact'>): IncomingMessageView => ({
  id: reply.id,
  kind: reply.kind,
  from_address: redact(reply.from_address),
  from_address_is_masked: redact(reply.from_address) !== reply.from_address,
  subject: redact(reply.subject),
  text: redact(reply.own_text),
  received_at: reply.received_at.toISOString(),
});

export async function presentWhole(
  tx: Tx,
  actor: Actor,
  { row, now, policy }: { row: MessageRow; now: Date; policy: Pick<OutboundPolicy, 'eventsOf'> },
) {
  const [message] = await presentMany(tx, actor, { rows: [row], now });
  if (!message) throw new Error('a row that was given is not presented');
  const address = addressFor(row, actor, await shownAddresses(tx, actor, [row.profile_id]));
  const listed = (await listEvents(tx, row.id)).map(({ type, happened_at: at, data }) => ({
    type,
    happened_at: at,
    text: data.text ?? null,
  }));
  const events = [...listed, ...(await policy.eventsOf(tx, row.id))].toSorted(
    (one, other) => one.happened_at.getTime() - other.happened_at.getTime(),
  );
  const replies = await listReplies(tx, row.id);
  return {
    ...message,
    html: row.html,
    timeline: events.map((event) => ({
      type: event.type,
      timestamp: event.happened_at.toISOString(),
      text: address.redact(event.text),
    })),
    replies: replies.map((reply) => presentReply(reply, address)),
  };
}

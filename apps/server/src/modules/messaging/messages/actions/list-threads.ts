import type { ThreadMessage, ThreadView } from '@headwater/contract/outreach';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { shownAddresses } from '#modules/profiles/public/addresses.ts';
import { listRepliesTo, type MessageReader, readerOf } from '../store/messages.ts';
import { assigneesOf } from '../store/assignees.ts';
import { returnsOf } from '../store/set-aside.ts';
import { listUnreadProfiles } from '../store/unread.ts';
import { countUnread, keepVisible, listThreads, messagesByIds, messagesOfThread, type ThreadFilter } from '../store/threads.ts';
import { addressFor, presentMany, presentReply } from './list-messages.ts';

const longestThread = 50;

/** ROLE-057: users without access to colleagues' messages see their own. */
const authorFor = (actor: Actor) => (actor.permissions.messaging_messages ? undefined : actor.userId);

type ThreadPageInput = Omit<ThreadFilter, 'createdBy'>;

export async function threadPage(
  tx: Tx,
  actor: Actor,
  filter: ThreadPageInput,
): Promise<{ threads: ThreadView[]; total: number; is_exact: boolean }> {
  const { now } = filter;
  const { rows, total, isExact } = await listThreads(tx, { ...filter, createdBy: authorFor(actor) });
  const ids = rows.map((row) => row.message_id);
  const newest = await messagesByIds(tx, { reader: filter.reader, ids });
  const messages = await presentMany(tx, actor, { rows: newest, now });
  const shown = await shownAddresses(
    tx,
    actor,
    messages.map((message) => message.profile_id),
  );
  const unread = new Set(await listUnreadProfiles(tx, actor.userId, now));
  const profileIds = rows.map((row) => row.profile_id);
  const assignees = await assigneesOf(tx, actor.company.id, profileIds);
  const returns = await returnsOf(tx, { userId: actor.userId, profileIds, now });
  const byId = new Map(newest.map((message, at) => [message.id, { message: messages[at], redact: shown(message).redact }]));
  const threads = rows.flatMap((row): ThreadView[] => {
    const { message, redact } = byId.get(row.message_id) ?? {};
    if (!message || !redact) return [];
    return [
      {
        message,
        last_at: row.last_at.toISOString(),
        last_kind: row.incoming_kind ?? 'sent',
        preview: row.incoming_kind === null || row.incoming_text === null ? message.preview : redact(row.incoming_text),
        messages: row.messages,
        needs_attention: row.needs_attention,
        is_unread: unread.has(message.profile_id),
        set_aside: setAsideView(returns.get(message.profile_id)),
        assignee: assignees.get(message.profile_id) ?? null,
      },
    ];
  });
  return { threads, total, is_exact: isExact };
}

const setAsideView = (until: Date | null | undefined) => (until === undefined ? null : { until: until?.toISOString() ?? null });

export const unreadThreads = (tx: Tx, actor: Actor, { reader, now }: { reader: MessageReader; now: Date }): Promise<number> =>
  countUnread(tx, { reader, createdBy: authorFor(actor), now });

export const seesConversation = async (tx: Tx, actor: Actor, profileId: number): Promise<boolean> =>
  (await keepVisible(tx, { reader: readerOf(actor), createdBy: authorFor(actor) }, [profileId])).length > 0;

/** Throws not_found without a conversation that the actor may see. */
export async function requireConversation(tx: Tx, actor: Actor, { profileId, reader }: { profileId: number; reader: MessageReader }) {
  const [found] = await keepVisible(tx, { reader, createdBy: authorFor(actor) }, [profileId]);
  if (found === undefined) throw new AppError('not_found');
  return { companyId: actor.company.id, userId: actor.userId, profileId };
}

export async function assigneeOf(tx: Tx, actor: Actor, profileId: number) {
  return (await assigneesOf(tx, actor.company.id, [profileId])).get(profileId) ?? null;
}

export async function wholeThread(
  tx: Tx,
  actor: Actor,
  { profileId, reader, now }: { profileId: number; reader: MessageReader; now: Date },
): Promise<ThreadMessage[]> {
  const rows = await messagesOfThread(tx, { reader, createdBy: authorFor(actor), profileId, limit: longestThread });
  const replies = await listRepliesTo(
    tx,
    rows.map(({ id }) => id),
  );
  const messages = await presentMany(tx, actor, { rows, now });
  const shown = await shownAddresses(tx, actor, [profileId]);
  return messages.flatMap((message, at): ThreadMessage[] => {
    const row = rows[at];
    if (!row) return [];
    const address = addressFor(row, actor, shown);
    const ownReplies = replies.filter((reply) => reply.message_id === message.id);
    return [{ ...message, html: row.html, suppression: row.suppression, replies: ownReplies.map((reply) => presentReply(reply, address)) }];
  });
}

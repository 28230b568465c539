import { implement } from '@orpc/server';
import { outreach } from '@headwater/contract/outreach';
import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import type { MessageStatus } from '@headwater/domain/outreach/message-status';
import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import type { Channels } from '#modules/messaging/campaigns/public/channel.ts';
import { resolveMessage } from '#modules/messaging/campaigns/public/outcomes.ts';
import { shownAddresses } from '#modules/profiles/public/addresses.ts';
import { explain, explainNextMessage } from './limits/explain-message.ts';
import {
  findMessage,
  insertEvent,
  listMessages,
  mayReadMessage,
  type MessageRow,
  readerOf,
  presentMany,
  presentWhole,
} from '#modules/messaging/messages/public.ts';
import type { OutboundPolicy } from '#modules/messaging/messages/public/sending.ts';
import { findMailbox, requireMailbox } from '#modules/messaging/channels/public.ts';
import type { SendingLock } from './sender/sending-lock.ts';
import { resumeSending } from './sender/resume-sending.ts';

interface RecipientListInput {
  mailingListId: number;
  status?: MessageStatus | undefined;
  search?: string | undefined;
  limit: number;
  offset: number;
  now: Date;
}

export interface MessageServices {
  database: Database;
  clock: Clock;
  policy: OutboundPolicy;
  sendingLock: SendingLock;
  channels: Channels;
  inConversation<Result>(tx: Tx, messageId: number, change: () => Promise<Result>): Promise<Result>;
  /** MAIL-041: recipients of a mailing list; throws without access. */
  recipientsOfList(tx: Tx, actor: Actor, input: RecipientListInput): Promise<{ recipients: MailingRecipientView[]; total: number }>;
}

/**
 * The message's mailbox, else the sender's current one. Users cannot send from a colleague's
 * mailbox.
 */
async function mailboxFor(tx: Tx, actor: Actor, message: MessageRow): Promise<number> {
  if (message.created_by !== null && message.created_by !== actor.userId) throw new AppError('forbidden');
  const own = await requireMailbox(tx, actor);
  if (message.created_by === null) return own.id;
  const mailbox = message.mailbox_id === null ? undefined : await findMailbox(tx, message.mailbox_id);
  return mailbox && mailbox.state !== 'disconnected' ? mailbox.id : own.id;
}

async function requireMessage(tx: Tx, actor: Actor, messageId: number) {
  const row = await findMessage(tx, messageId);
  if (!row) throw new AppError('not_found');
  if (!(await mayReadMessage(tx, row, readerOf(actor)))) throw new AppError('no_access');
  return row;
}

export function messageRoutes(services: MessageServices) {
  const { database, clock } = services;
  const api = implement(outreach).$context<RequestContext>();

  return {
    list: api.list.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const now = clock.now();
        if (input.mailing_list_id !== undefined) {
          const { mailing_list_id: mailingListId, status, search, limit, offset } = input;
          return { messages: [], ...(await services.recipientsOfList(tx, actor, { mailingListId, status, search, limit, offset, now })) };
        }
        const createdBy = actor.permissions.messaging_messages ? input.created_by : actor.userId;
        const { rows, total } = await listMessages(tx, {
          reader: readerOf(actor),
          status: input.status,
          view: input.view,
          createdBy,
          profileId: input.profile_id,
          search: input.search,
          now,
          limit: input.limit,
          offset: input.offset,
        });
        return { messages: await presentMany(tx, actor, { rows, now }), total };
      }),
    ),
    get: api.get.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) =>
        presentWhole(tx, actor, { row: await requireMessage(tx, actor, input.id), now: clock.now(), policy: services.policy }),
      ),
    ),
    why: api.why.handler(({ input, context: { actor, language } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const message = await requireMessage(tx, actor, input.id);
        const moment = { now: clock.now(), language, maySend: await services.sendingLock.maySend(tx) };
        const said = (await services.channels[message.channel].explain(tx, message.id, moment)) ?? (await explain(tx, message, moment));
        if (message.created_by === actor.userId) return said;
        const shown = await shownAddresses(tx, actor, [message.profile_id]);
        return { ...said, text: shown(message).redact(said.text) };
      }),
    ),
    nextWait: api.nextWait.handler(({ input, context: { actor, language } }) =>
      database.readInCompany(actor.company.id, async (tx) => {
        const moment = { now: clock.now(), language, maySend: await services.sendingLock.maySend(tx) };
        return { wait: (await explainNextMessage(tx, { userId: actor.userId, profileId: input.profile_id }, moment)) ?? null };
      }),
    ),
    arm: api.arm.handler(async ({ context: { actor } }) => {
      await resumeSending(services, actor);
      return {};
    }),
    decide: api.decide.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const now = clock.now();
        const before = await requireMessage(tx, actor, input.id);
        const sendFrom = input.decision === 'send_again' ? await mailboxFor(tx, actor, before) : undefined;
        const isResolved = await services.inConversation(tx, input.id, () => resolveMessage(tx, input.id, { sendFrom, now }));
        if (!isResolved) throw new AppError('not_undecided');
        await insertEvent(tx, { companyId: before.company_id, messageId: before.id, type: input.decision, happenedAt: now });
        const [message] = await presentMany(tx, actor, { rows: [await requireMessage(tx, actor, input.id)], now });
        if (!message) throw new AppError('not_found');
        return message;
      }),
    ),
  };
}

import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { MessageState } from '@headwater/domain/outreach/message-status';
import { type MessageTransition, messageTransitions } from '@headwater/domain/outreach/transitions';
import { useSharedInstallation } from '../../../../test/installation.ts';
import { addMailbox } from '../../../../test/mailbox-fixtures.ts';
import { addMessage } from '../../../../test/message-fixtures.ts';
import { addReaders } from '../../../../test/mailing-fixtures.ts';
import type { Tx } from '../../../platform/database/database.ts';
import * as transitions from './transitions.ts';

const here = useSharedInstallation();
const states: MessageState[] = ['planned', 'claimed', 'handed_over', 'sent', 'error', 'unknown'];
const kinds = ['resent', 'bounced'] as const;
const workerId = 'worker';

interface Place {
  companyId: number;
  userId: number;
  mailboxId: number;
  otherMailboxId: number;
  recipientId: number;
  messageId: number;
  dialogId: number;
}
let place: Place;

interface Moment {
  now: Date;
  later: Date;
}
type Call = (tx: Tx, at: Place, moment: Moment) => Promise<unknown>;

/** All callers of each transition, with valid other conditions. */
const calls: Record<MessageTransition, Call[]> = {
  plan: [
    { needsSentCheck: false, error: null },
    { needsSentCheck: true, error: null },
    { needsSentCheck: false, error: { reason: 'bad_request' as const, detail: '' } },
  ].map((kind): Call => (tx, { companyId, userId, mailboxId, recipientId }, { now }) => {
    const text = {
      messageId: '<again@company.test>',
      subject: 'Again',
      html: '',
      text: '',
      domain: 'candidates.test',
      variant: null,
      by: null,
    };
    const planning = { companyId, mailboxId, senderId: userId, window: undefined, now };
    return transitions.plan(tx, planning, [{ recipientId, step: 1, sendAt: now, ...text, ...kind }]);
  }),
  claim: [
    (tx, { mailboxId }, { now, later }) => {
      const may = { mayStart: true, mayAnswer: true, mayStartMass: true, mayFollowUp: true, ingestedSince: now };
      return transitions.claim(tx, { mailboxId, workerId: 'another', now, leaseUntil: later, ...may, limit: 10 });
    },
  ],
  release: [(tx, { mailboxId }) => transitions.release(tx, { mailboxId })],
  handOver: [(tx, { messageId }, { now, later }) => transitions.handOver(tx, { ids: [messageId], workerId }, { now, leaseUntil: later })],
  suspect: [(tx, _at, { now, later }) => transitions.suspect(tx, { before: later, now })],
  postpone: [(tx, { messageId }, { later }) => transitions.postpone(tx, { id: messageId, workerId }, later)],
  putOff: [(tx, { messageId }, { later }) => transitions.putOff(tx, messageId, later)],
  move: [(tx, { mailboxId, otherMailboxId }) => transitions.move(tx, { from: mailboxId, to: otherMailboxId })],
  settle: (['planned', 'error', 'unknown'] as const).map((state): Call => (tx, { messageId }, { now, later }) => {
    const verdicts = {
      planned: { state: 'planned', sendAt: later },
      error: { state: 'error', reason: 'unexpected' },
      unknown: { state: 'unknown', reason: 'unknown_outcome' },
    } as const;
    return transitions.settle(tx, { id: messageId, workerId }, { verdict: verdicts[state], now });
  }),
  accept: [(tx, { messageId }, { now }) => transitions.accept(tx, { ids: [messageId], workerId }, now)],
  confirm: [(tx, { messageId }, { now }) => transitions.confirm(tx, messageId, now)],
  reply: [(tx, { messageId }, { now }) => transitions.reply(tx, messageId, now)],
  bounce: [
    (tx, { messageId }, { now }) => transitions.bounce(tx, messageId, { at: now, detail: '', reason: 'bounce' }),
    (tx, { messageId, mailboxId }, { now, later }) =>
      transitions.bounceSoftly(tx, messageId, { at: now, detail: '', sendAt: later, mailboxId }),
  ],
  park: [
    (tx, { mailboxId }, { now }) => transitions.parkResent(tx, { mailboxId }, now),
    (tx, { recipientId }, { now }) => transitions.parkResent(tx, { recipientIds: [recipientId] }, now),
    (tx, { mailboxId }, { now }) => transitions.parkHandedOver(tx, { mailboxId }, { now }),
    (tx, { messageId }, { now, later }) => transitions.parkHandedOver(tx, { messageId }, { now, leaseUntil: later }),
  ],
  resolve: [
    (tx, { messageId }, { now }) => transitions.resolve(tx, messageId, { sendFrom: undefined, now }),
    (tx, { messageId, mailboxId }, { now }) => transitions.resolve(tx, messageId, { sendFrom: mailboxId, now }),
  ],
  cancel: [(tx, { mailboxId }, { now }) => transitions.cancel(tx, mailboxId, now)],
  leave: [(tx, { messageId }) => transitions.moveInConversation(tx, messageId, { by: 'leave' })],
  defer: [(tx, { messageId }, { later }) => transitions.moveInConversation(tx, messageId, { by: 'defer', change: { send_at: later } })],
  hold: [(tx, { messageId }, { later }) => transitions.moveInConversation(tx, messageId, { by: 'hold', change: { send_at: later } })],
  refuse: [(tx, { messageId }) => transitions.moveInConversation(tx, messageId, { by: 'refuse', change: { failure: 'blocked' } })],
  arrive: [(tx, { messageId }, { now }) => transitions.moveInConversation(tx, messageId, { by: 'arrive', change: { sent_at: now } })],
  retry: [(tx, { messageId }, { now }) => transitions.moveInConversation(tx, messageId, { by: 'retry', change: { send_at: now } })],
  detach: [(tx, { messageId }) => transitions.withdraw(tx, { messageId })],
  withdraw: [
    (tx, { mailboxId }) => transitions.withdraw(tx, { mailboxId }),
    (tx, { recipientId }) => transitions.withdraw(tx, { recipientIds: [recipientId] }),
  ],
};

beforeAll(async () => {
  const companyId = await here.addCompany();
  const user = await here.addUser(companyId, 'worker');
  const [reader] = await addReaders(here, companyId, 1);
  const mailboxId = await addMailbox(here, user);
  const otherMailboxId = await addMailbox(here, user, {
    address: 'other@company.test',
    state: 'disconnected',
    disconnected_at: new Date(),
  });
  const made = { step: 1, mailbox_id: mailboxId, is_mass: true };
  const message = await addMessage(here, { company: companyId, user: user.id, profile: reader?.profile ?? 0, message: made });
  const [account] = await here.sql<{ id: number }>(
    `insert into telegram_accounts (company_id, phone_number, telegram_user_id, session, created_at) values ($1::bigint, '+7999' || lpad($1::bigint::text, 7, '0'), 1, '', now()) returning id`,
    [companyId],
  );
  const [dialog] = await here.sql<{ id: number }>(
    `insert into telegram_dialogs (company_id, account_id, created_at, last_at) values ($1, $2, now(), now()) returning id`,
    [companyId, account?.id],
  );
  const mailboxes = { mailboxId, otherMailboxId };
  place = { companyId, userId: user.id, ...mailboxes, recipientId: message.recipient, messageId: message.id, dialogId: dialog?.id ?? 0 };
});

/** Transitions of messages in conversations. */
const ofConversations = new Set<MessageTransition>(['leave', 'defer', 'hold', 'refuse', 'arrive', 'retry', 'detach']);

const deleteConversation: Call = (tx, { dialogId }) => transitions.leaveConversations(tx, [dialogId]);

class Undo extends Error {}

/** The resulting state: undefined if unchanged, null if deleted. The transaction rolls back. */
async function outcomeOf(name: MessageTransition, call: Call, { state, kind }: { state: MessageState; kind: (typeof kinds)[number] }) {
  let outcome: MessageState | null | undefined;
  const isShown = ofConversations.has(name);
  const now = here.clock.now();
  const moment = { now, later: new Date(now.getTime() + 3_600_000) };
  const { database } = here.application;
  await database
    .asSystem(async (tx) => {
      const past = new Date(now.getTime() - 3_600_000);
      await sql`update messages set state = ${state}, claimed_by = ${isShown ? 'messenger' : workerId}, lease_until = ${past}, send_at = ${past}, created_at = ${past},
        status_changed_at = ${past}, sent_at = ${state === 'planned' ? null : past}, resent = ${kind === 'resent'},
        bounced_at = ${kind === 'bounced' ? past : null}, channel = ${isShown ? 'telegram' : 'email'},
        dialog_id = ${isShown ? place.dialogId : null}, position = ${isShown ? 1 : null}, said_at = ${isShown ? past : null} where id = ${place.messageId}`.execute(
        tx,
      );
      const look = async () =>
        (
          await sql<{
            state: MessageState;
            row: string;
          }>`select state, to_jsonb(messages)::text as row from messages where id = ${place.messageId}`.execute(tx)
        ).rows[0];
      const before = await look();
      await call(tx, place, moment);
      const after = await look();
      outcome = after === undefined ? null : after.row === before?.row ? undefined : after.state;
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  return outcome;
}

describe('the state of a message', () => {
  it.each(Object.keys(calls) as MessageTransition[])('[SEND-008] is changed by %s only between its states', async (name) => {
    const { from, to } = messageTransitions[name];
    const led = new Map<MessageState, Set<MessageState | null>>();
    const tries = states.flatMap((state) => calls[name].flatMap((call) => kinds.map((kind) => ({ state, call, kind }))));
    for (const { state, call, kind } of tries) {
      const outcome = await outcomeOf(name, call, { state, kind });
      if (outcome !== undefined) led.set(state, (led.get(state) ?? new Set()).add(outcome));
    }
    expect([...led.keys()].toSorted()).toEqual([...from].toSorted());
    const reached = new Set([...led.values()].flatMap((outcomes) => [...outcomes]));
    expect([...reached].toSorted()).toEqual((to.length === 0 ? [null] : [...to]).toSorted());
  });
});

it.each(states)(
  '[SEND-008] a message in the state %s needs a decision after its conversation is deleted only if it may be leaving',
  async (state) => {
    const isLeaving = state === 'claimed' || state === 'handed_over';
    const left = await outcomeOf('arrive', deleteConversation, { state, kind: 'resent' });
    expect(left).toBe(isLeaving ? 'unknown' : state);
  },
);

import { type StepChannel, channelArea, stepChannels } from '@headwater/domain/outreach/channels';
import { stepChannel } from '@headwater/contract/step-channel';
import { asksToStop } from '@headwater/domain/outreach/telegram';
import { minuteMs } from '@headwater/domain/time/durations';
import { sql } from 'kysely';
import { type Channel, explanationOf, type Way } from '../src/modules/messaging/campaigns/public/channel.ts';
import * as outcomes from '../src/modules/messaging/campaigns/public/outcomes.ts';
import { findMessengerMessage, ownerOfMessenger as workerId } from '../src/modules/messaging/messages/public/messenger.ts';
import { transitions } from '../src/modules/messaging/messages/public.ts';
import { profilesByContact } from '../src/modules/profiles/public/contacts.ts';
import type { Tx } from '../src/platform/database/database.ts';
import { startLoop } from '../src/platform/loop.ts';
import type { OpenMoreChannels } from '../src/wiring/channels.ts';

/** A third channel, as short as one can be: text messages to phone numbers through a gateway. */

// `StepChannel` lists the channels of the product only.
export const sms = 'sms' as StepChannel;
const { _zod: schema } = stepChannel;

/** Adds the name that a channel of the product has in `channelArea`. */
export function addSmsToNames(): () => void {
  Object.assign(channelArea, { [sms]: 'messaging' });
  stepChannels.push(sms);
  schema.values.add(sms);
  return () => {
    Reflect.deleteProperty(channelArea, sms);
    stepChannels.pop();
    schema.values.delete(sms);
  };
}

interface Text {
  key: string;
  to: string;
  text: string;
  companyId: number;
}

/** The service at the other end, which sends a text again if asked twice. */
export class SmsGateway {
  readonly sent: Text[] = [];
  readonly replies: { from: string; text: string; companyId: number }[] = [];
  nextAt: Date | null = null;
  /** The next text leaves, and the worker dies before it learns so. */
  crashesWorker = false;

  async send(text: Text): Promise<void> {
    this.sent.push(text);
    if (!this.crashesWorker) return;
    this.crashesWorker = false;
    throw new Error('worker died');
  }
  async find(key: string): Promise<boolean> {
    return this.sent.some((one) => one.key === key);
  }
}

const suppressionOf = (phone: string) => `${phone}@sms`;
interface Due {
  id: number;
  company_id: number;
  message_id: string;
  username: string;
  body_text: string;
  state: string;
}

async function findDue(tx: Tx, now: Date): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select id, company_id, message_id, username, body_text, state from messages
    where channel = ${sms} and (state = 'planned' and send_at <= ${now} or state = 'handed_over' and lease_until < ${now})
    order by state, send_at, id limit 1`.execute(tx);
  return rows[0];
}

export const openSms =
  (gateway: SmsGateway): OpenMoreChannels =>
  ({ database, clock, log, registry, maySend }) => {
    const isSuppressed = async (tx: Tx, companyId: number, phone: string) =>
      (await registry.suppressed(tx, companyId, [suppressionOf(phone)])).size > 0;
    /** Returns whether the message may be sent, after that is committed. */
    const claim = (due: Due): Promise<boolean> =>
      database.inCompany(due.company_id, async (tx) => {
        const now = clock.now();
        if (!(await outcomes.mayLeave(tx, due.id, { now, holds: true }))) {
          await outcomes.holdBackMessage(tx, due.id, now);
          return false;
        }
        if (!(await transitions.enter(tx, due.id, { now }))) return false;
        if (await isSuppressed(tx, due.company_id, due.username)) {
          const refusal = { reason: 'unsunscribed' as const, detail: 'telegram_suppressed', now };
          await outcomes.failMessage(tx, { id: due.id, companyId: due.company_id }, refusal);
          return false;
        }
        const lease = { now, leaseUntil: new Date(now.getTime() + minuteMs) };
        return (await transitions.handOver(tx, { ids: [due.id], workerId }, lease)).size > 0;
      });

    async function deliverNext(): Promise<boolean> {
      const now = clock.now();
      const due = await database.asSystem(async (tx) => ((await maySend(tx)) ? findDue(tx, now) : undefined));
      if (!due || (due.state === 'planned' && gateway.nextAt !== null && gateway.nextAt > now)) return false;
      const text = { key: due.message_id, to: due.username, text: due.body_text, companyId: due.company_id };
      if (due.state === 'planned') {
        if (!(await claim(due))) return true;
        await gateway.send(text);
      } else if (!(await gateway.find(text.key))) {
        await database.inCompany(due.company_id, (tx) => outcomes.deferMessage(tx, due.id, { sendAt: now, now }));
        return true;
      }
      await database.inCompany(due.company_id, (tx) => outcomes.acceptMessages(tx, { ids: [due.id], workerId }, clock.now()));
      return true;
    }

    async function readReplies(): Promise<void> {
      for (const { from, text, companyId } of gateway.replies.splice(0)) {
        await database.inCompany(companyId, async (tx) => {
          const suppression = { companyId, who: { email: suppressionOf(from) }, reason: 'unsubscribed', source: 'inbound' } as const;
          if (asksToStop(text)) await registry.suppress(tx, suppression);
          for (const profileId of await profilesByContact(tx, 'phone', from))
            await outcomes.recordPersonReply(tx, { companyId, profileId, dialogId: null, at: clock.now() });
        });
      }
    }

    const channel: Channel = {
      async reach(tx, { companyId, people }) {
        const { rows } = await sql<{ id: number; phone: string }>`
          select profile_id as id, min(normalized) as phone from visible_contacts
          where type = 'phone' and profile_id = any(${people.map((one) => one.profile_id)}::bigint[]) group by 1`.execute(tx);
        const ways = new Map<number, Way>();
        for (const { id, profile_id: profileId } of people) {
          const address = rows.find((row) => row.id === profileId)?.phone;
          if (address === undefined) continue;
          ways.set(id, { accountId: null, address, isNew: false, isSuppressed: await isSuppressed(tx, companyId, address) });
        }
        return ways;
      },
      async explain(tx, messageId, { now, language, maySend: may }) {
        const message = await findMessengerMessage(tx, messageId);
        if (!message || message.sent_at !== null) return undefined;
        const at = [message.send_at, gateway.nextAt ?? now, now].toSorted((one, other) => other.getTime() - one.getTime())[0] ?? now;
        const reason = !may ? 'paused' : at === gateway.nextAt ? 'gap' : at === message.send_at ? 'scheduled' : 'queued';
        return explanationOf({ key: `why_${reason}`, at: may ? at : null }, language);
      },
    };
    const turn = () => readReplies().then(deliverNext);
    const start = () => startLoop({ clock, log, failed: 'texts could not be sent', everyMs: 100, turn });
    return { channels: { [sms]: channel }, loops: [{ start, waitsForDemo: true }] };
  };

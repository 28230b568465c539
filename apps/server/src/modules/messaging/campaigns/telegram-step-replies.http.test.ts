import { describe, expect, it, vi } from 'vitest';
import { minuteMs } from '@headwater/domain/time/durations';
import { good } from '../../../../test/mailing-fixtures.ts';
import { dialogsPath } from '../../../../test/telegram-dialogs.ts';
import {
  day,
  emailStep,
  sequencePath,
  settled,
  type StepPerson,
  telegramStep,
  openTelegramSteps,
} from '../../../../test/telegram-steps.ts';

const steps = await openTelegramSteps('replies');
const { server, here, mail, team, addPerson, newSequence, launch, gets, isSaid, getsMail, advance } = steps;

/** The person writes to the SIM card, and that is heard. */
async function answers(person: StepPerson, text: string): Promise<void> {
  server.writes(person.username, team.phone, text);
  const heard = () => here.sql('select from telegram_messages where body = $1 and not is_out', [text]);
  await vi.waitFor(async () => expect(await heard()).toHaveLength(1), { timeout: 20_000, interval: 50 });
}

describe('a reply', () => {
  it('[SEND-009] [DEC-04] in Telegram ends the steps by e-mail', { timeout: 60_000 }, async () => {
    const anna = await addPerson();
    const id = await newSequence([telegramStep('Hello', { falls_back: false }), emailStep('Never', { send_delay: day })], [anna]);
    await good(launch(id));
    await gets(anna, ['Hello']);
    await isSaid(id, anna, { messages_sent: 1 });
    server.writes(anna.username, team.phone, 'Tell me more');
    await isSaid(id, anna, { ended: 'replied', status: 'replied' });
    advance(1);
    await settled();
    expect(await mail.count(anna.email)).toBe(0);
    expect(await good(team.rita.caller.get(sequencePath(id)))).toMatchObject({ totals: { replied: 1 } });
  });

  it('[SEND-009] in Telegram ends a sequence that has only sent e-mail', { timeout: 60_000 }, async () => {
    const anna = await addPerson();
    const { body } = await team.rita.caller.post(`${dialogsPath}get_or_create/`, { profile_id: anna.profile, username: anna.username });
    await good(team.rita.caller.post(`${dialogsPath}${body.id}/send_message/`, { message: 'By hand' }));
    await gets(anna, ['By hand']);
    const id = await newSequence([emailStep('First'), telegramStep('Never', { send_delay: day, falls_back: false })], [anna]);
    await good(launch(id));
    await getsMail(anna, 1);
    await isSaid(id, anna, { messages_sent: 1 });
    server.writes(anna.username, team.phone, 'I read your mail');
    await isSaid(id, anna, { ended: 'replied' });
    advance(1);
    await settled();
    expect(server.received(anna.username, team.phone)).toEqual(['By hand']);
  });

  it('[SEND-009] by e-mail ends the steps by Telegram', { timeout: 60_000 }, async () => {
    const anna = await addPerson();
    const id = await newSequence([emailStep('First'), telegramStep('Never', { send_delay: day })], [anna]);
    await good(launch(id));
    await getsMail(anna, 1);
    await mail.answer(anna.email, 'reply');
    await isSaid(id, anna, { ended: 'replied' });
    advance(1);
    await settled();
    expect(server.received(anna.username, team.phone)).toEqual([]);
  });
});

describe('a reply to a message of which nobody knew yet that it had arrived', () => {
  const dialogIsBehind = ({ profile }: StepPerson) =>
    here.sql('select from telegram_dialogs where profile_id = $1 and is_behind', [profile]);
  /** So often the dialog could not be read: the next look at it is far off. */
  async function looksInVain(person: StepPerson, times: number): Promise<void> {
    await vi.waitFor(async () => expect(await dialogIsBehind(person)).toHaveLength(1), { timeout: 30_000, interval: 50 });
    if (times === 1) return;
    await here.sql('update telegram_dialogs set is_behind = false where profile_id = $1', [person.profile]);
    await looksInVain(person, times - 1);
  }

  it.each([
    ['is found there', 'Hello'],
    ['is not found, as Telegram has other words', 'Hello, as Telegram has it'],
  ])('[SEND-009] [SEND-008] ends the sequence once that is found out, where it %s', { timeout: 120_000 }, async (_, kept) => {
    const anna = await addPerson();
    const id = await newSequence([telegramStep('Hello', { falls_back: false }), emailStep('Never', { send_delay: day })], [anna]);
    const fault = { phone: null, milliseconds: 0 };
    server.world.faults.add({ ...fault, method: 'messages.sendMessage', times: 1, error: null, fate: 'lost' });
    server.world.faults.add({ ...fault, method: 'messages.getHistory', times: 1000, error: 'INTERNAL', fate: 'sent' });
    await good(launch(id));
    await gets(anna, ['Hello']);
    const { messages } = server.world.boxes.of(server.ownerOf(team.phone).id);
    const own = [...messages.values()].find(({ text, peer }) => text === 'Hello' && peer === server.personOf(anna.username).id);
    if (own) own.text = kept;
    await looksInVain(anna, 1);
    await answers(anna, `Answered before: ${kept}`);
    await looksInVain(anna, 3);
    here.clock.advance(20 * minuteMs);
    server.world.faults.clear();
    await isSaid(id, anna, { ended: 'replied', messages_sent: 1 });
    advance(1);
    await settled();
    expect([server.received(anna.username, team.phone), await mail.count(anna.email)]).toEqual([['Hello'], 0]);
  });
});

describe('a suppression', () => {
  it(
    '[SEND-010] [DEC-05] holds in both channels: who writes stop in Telegram gets no e-mail, who unsubscribes no message',
    { timeout: 60_000 },
    async () => {
      const [anna, boris] = [await addPerson(), await addPerson()];
      const id = await newSequence([telegramStep('Hello')], [anna], {});
      await good(team.rita.caller.patch(sequencePath(id), { templates: [{ ...telegramStep('Hello'), subject: 'Hello' }] }));
      await good(launch(id));
      await gets(anna, ['Hello']);
      server.writes(anna.username, team.phone, 'Stop');
      await isSaid(id, anna, { ended: 'replied' });
      await good(team.admin.post('/api/v6/messaging/suppressions/', { addresses: boris.email }));
      const next = await newSequence([telegramStep('More', { subject: 'More' })], [anna, boris]);
      await good(launch(next));
      await isSaid(next, anna, { ended: 'unsubscribed' });
      await isSaid(next, boris, { ended: 'unsubscribed' });
      expect(server.received(anna.username, team.phone)).toEqual(['Hello']);
      expect(server.received(boris.username, team.phone)).toEqual([]);
      expect(await Promise.all([anna, boris].map((person) => mail.count(person.email)))).toEqual([0, 0]);
    },
  );
});

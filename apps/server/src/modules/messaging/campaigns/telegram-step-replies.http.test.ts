import { describe, expect, it } from 'vitest';
import { good } from '../../../../test/mailing-fixtures.ts';
import { dialogsPath } from '../../../../test/telegram-dialogs.ts';
import { day, emailStep, sequencePath, settled, telegramStep, openTelegramSteps } from '../../../../test/telegram-steps.ts';

const { server, mail, team, addPerson, newSequence, launch, gets, isSaid, getsMail, advance } = await openTelegramSteps('replies');

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

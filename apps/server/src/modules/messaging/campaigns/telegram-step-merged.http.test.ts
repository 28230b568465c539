import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { good, until } from '../../../../test/mailing-fixtures.ts';
import { day, emailStep, openTelegramSteps, settled, type StepPerson, telegramStep } from '../../../../test/telegram-steps.ts';

const steps = await openTelegramSteps('merged');
const { server, here, mail, team, addPerson, newSequence, launch, whyOf, gets, isSaid, getsMail, advance } = steps;

const merge = (stays: StepPerson, goes: StepPerson) =>
  good(team.rita.caller.post('/api/glun/v4/', { action: 'glue', profile_ids: [stays.profile, goes.profile] }));

describe('a person who stood in a sequence twice', () => {
  it(
    '[SEND-009] [PEDT-019] waits while nobody would hear what was answered to the one who was merged into them',
    { timeout: 90_000 },
    async () => {
      const [anna, other] = [await addPerson(), await addPerson({ telegram: false })];
      const templates = [telegramStep('Hello', { falls_back: false }), emailStep('Second'), emailStep('Never', { send_delay: day })];
      const id = await newSequence(templates, [anna, other]);
      await good(launch(id));
      await gets(anna, ['Hello']);
      await getsMail(anna, 1);
      await getsMail(other, 1);
      await isSaid(id, other, { messages_sent: 1 });
      await mail.answer(anna.email, 'bounce_hard');
      await isSaid(id, anna, { ended: 'bounced' });
      await merge(other, anna);
      await here.sql(`update telegram_accounts set state = 'signed_out' where id = $1`, [team.account]);
      await sleep(3000);
      server.writes(anna.username, team.phone, 'By my other name');
      advance(1);
      await until(async () => expect(await whyOf(id, other)).toMatchObject({ reason: 'other_account' }));
      await settled();
      expect(await mail.count(other.email)).toBe(1);
      await here.sql(`update telegram_accounts set state = 'connected' where id = $1`, [team.account]);
      await isSaid(id, other, { ended: 'replied' });
      await settled();
      expect(await mail.count(other.email)).toBe(1);
    },
  );
});

describe('a person who was merged into another one by mistake', () => {
  it(
    '[SEND-009] [PEDT-018] ends the sequence by an answer where it wrote to them, once they are somebody of their own again',
    { timeout: 90_000 },
    async () => {
      const [anna, other] = [await addPerson(), await addPerson({ telegram: false })];
      const id = await newSequence([telegramStep('Hello', { falls_back: false }), emailStep('Never', { send_delay: day })], [anna]);
      await merge(other, anna);
      await good(launch(id));
      await gets(anna, ['Hello']);
      await isSaid(id, other, { messages_sent: 1 });
      await good(team.rita.caller.post(`/api/profiles/${anna.profile}/detach/`, {}));
      // The conversation began while both were one.
      expect(await here.sql('select profile_id::int as profile from telegram_dialogs where username = $1', [anna.username])).toEqual([
        { profile: other.profile },
      ]);
      server.writes(anna.username, team.phone, 'It is me');
      await isSaid(id, anna, { ended: 'replied' });
      advance(1);
      await settled();
      expect([await mail.count(anna.email), await mail.count(other.email)]).toEqual([0, 0]);
    },
  );
});

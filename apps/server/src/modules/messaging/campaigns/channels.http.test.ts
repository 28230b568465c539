import { afterAll, describe, expect, it } from 'vitest';
import { profileData } from '@headwater/contract/profile-data';
import { testChannel } from '../../../../test/channel-conformance.ts';
import { addSmsToNames, openSms, sms, SmsGateway } from '../../../../test/fake-channel.ts';
import { testChannels } from '../../../../test/installation.ts';
import { good } from '../../../../test/mailing-fixtures.ts';
import { until } from '../../../../test/settled.ts';
import { day, emailStep, openTelegramSteps, type StepPerson, telegramStep } from '../../../../test/telegram-steps.ts';
import { upsertProfiles } from '../../profiles/store/write.ts';

const gateway = new SmsGateway();
testChannels.open = openSms(gateway);
afterAll(addSmsToNames());
const steps = await openTelegramSteps('conform');
const { here, mail, server, team, newSequence, launch, isSaid, advance, gets: getsByTelegram } = steps;

const smsStep = (body: string, more: object = {}) => ({ channel: sms, body, falls_back: false, ...more });

async function unsubscribe({ email }: StepPerson): Promise<void> {
  const { html } = await mail.newest(email);
  const link = /http:\/\/[^/]+(\/api\/v6\/messaging\/unsubscribe\/[^"]+)/.exec(html)?.[1] ?? '';
  await here.app.inject({ method: 'POST', url: link });
}

describe('e-mail', () => {
  testChannel(steps, {
    channel: 'email',
    addPerson: () => steps.addPerson({ telegram: false }),
    step: emailStep,
    received: ({ email }) => mail.subjects(email),
    reply: ({ email }) => mail.answer(email, 'reply'),
    optOut: unsubscribe,
    pauseUntil: async (moment) =>
      void (await here.sql('update mailboxes set paused_until = $1 where user_id = $2', [moment, team.rita.user.id])),
  });
});

const writesByTelegram = async ({ username }: StepPerson, text: string) => {
  server.nextSecond();
  server.writes(username, team.phone, text);
};

describe('Telegram', () => {
  testChannel(steps, {
    channel: 'telegram',
    addPerson: () => steps.addPerson({ email: false }),
    step: (body, more = {}) => telegramStep(body, { falls_back: false, ...more }),
    received: async ({ username }) => server.received(username, team.phone),
    reply: (person) => writesByTelegram(person, 'Gladly'),
    optOut: (person) => writesByTelegram(person, 'Stop'),
    pauseUntil: async (moment) =>
      void (await here.sql('update telegram_accounts set next_mailing_at = $1, next_dialog_at = $1 where id = $2', [moment, team.account])),
  });
});

describe('a third channel', () => {
  const phones = new Map<number, string>();
  const phoneOf = ({ profile }: StepPerson) => phones.get(profile) ?? '';
  const receivedBy = (person: StepPerson) => gateway.sent.flatMap(({ to, text }) => (to === phoneOf(person) ? text : []));
  const writes = async (person: StepPerson, text: string) =>
    void gateway.replies.push({ from: phoneOf(person), text, companyId: team.company });
  async function addPerson(): Promise<StepPerson> {
    const phone = String(79_161_000_000 + phones.size);
    const data = profileData.parse({ first_name: 'Anna', last_name: `Phone ${phone}`, contacts: [{ type: 'phone', value: `+${phone}` }] });
    const { ids } = await here.application.database.asSystem((tx) =>
      upsertProfiles(tx, [data], { companyId: team.company, createdBy: null }),
    );
    await here.sql('update profile_contacts set company_id = $1 where profile_id = any($2)', [team.company, ids]);
    const profile = ids[0] ?? 0;
    phones.set(profile, phone);
    return { profile, email: '', username: '', first: 'Anna' };
  }
  testChannel(steps, {
    channel: sms,
    addPerson,
    step: smsStep,
    received: async (person) => receivedBy(person),
    reply: (person) => writes(person, 'Gladly'),
    optOut: (person) => writes(person, 'Stop'),
    async pauseUntil(moment) {
      gateway.nextAt = moment;
    },
  });

  it('looks a text up after the lease of a worker that died with it', { timeout: 90_000 }, async () => {
    const anna = await addPerson();
    const id = await newSequence([smsStep('Once'), smsStep('Second', { send_delay: day })], [anna]);
    gateway.crashesWorker = true;
    await good(launch(id));
    await until(() => expect(receivedBy(anna)).toEqual(['Once']));
    await isSaid(id, anna, { messages_sent: 0 });
    here.clock.advance(61_000);
    await isSaid(id, anna, { messages_sent: 1 });
    advance(1);
    await until(() => expect(receivedBy(anna)).toEqual(['Once', 'Second']));
  });

  it('shares a sequence with other channels, and a reply ends it', { timeout: 90_000 }, async () => {
    const anna = await steps.addPerson();
    phones.set(anna.profile, '79162000000');
    await here.sql(
      `insert into profile_contacts (profile_id, company_id, type, value, normalized, kind, source)
        select profile_id, company_id, 'phone', '+79162000000', '79162000000', kind, source from profile_contacts where profile_id = $1 limit 1`,
      [anna.profile],
    );
    const templates = [
      telegramStep('By Telegram', { falls_back: false }),
      smsStep('By text', { send_delay: day }),
      emailStep('By e-mail', { send_delay: day }),
    ];
    const id = await newSequence(templates, [anna]);
    await good(launch(id));
    await getsByTelegram(anna, ['By Telegram']);
    advance(1);
    await until(() => expect(receivedBy(anna)).toEqual(['By text']));
    await writes(anna, 'Gladly');
    await isSaid(id, anna, { ended: 'replied' });
    advance(1);
    await isSaid(id, anna, { messages_sent: 2 });
    expect(await mail.count(anna.email)).toBe(0);
  });
});

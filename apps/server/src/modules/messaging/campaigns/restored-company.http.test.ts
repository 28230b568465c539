import { expect, it } from 'vitest';
import { addReaders, good, newList } from '../../../../test/mailing-fixtures.ts';
import { settled } from '../../../../test/settled.ts';
import { emailStep, openTelegramSteps, sequencePath, telegramStep } from '../../../../test/telegram-steps.ts';

const steps = await openTelegramSteps('restored');
const { here, mail, server, team, addPerson, newSequence, launch, whyOf, gets, isSaid, getsMail, advance } = steps;
const company = (more = '') => `/api/v6/companies/${team.company}/${more}`;

it(
  '[COMP-057] [COMP-070] [MAIL-014] [DEC-10] stops overdue mailings of a restored company until a user launches them',
  { timeout: 90_000 },
  async () => {
    const vendor = await here.addUser(await here.addCompany({ name: 'Staff' }), 'super_user');
    const [byMail, byTelegram] = [await addPerson({ telegram: false }), await addPerson()];
    const mails = await newSequence([emailStep('One'), emailStep('Two', { send_delay: 86_400 })], [byMail]);
    const dialogs = await newSequence(
      [telegramStep('Hello', { falls_back: false }), telegramStep('Again', { falls_back: false, send_delay: 86_400 })],
      [byTelegram],
    );
    const [reader] = await addReaders(here, team.company, 1);
    const later = await newList(team.rita, { readers: reader ? [reader] : [], templates: [emailStep('Later')] });
    for (const id of [mails, dialogs]) await good(launch(id));
    const at = new Date(here.clock.now().getTime() + 86_400_000).toISOString();
    await good(team.rita.caller.post(`/api/v6/mailing_lists/${later.id}/launch/`, { send_delay_info: { type: 'planned', launch_at: at } }));
    await getsMail(byMail, 1);
    await gets(byTelegram, ['Hello']);
    await isSaid(dialogs, byTelegram, { messages_sent: 1 });
    await isSaid(mails, byMail, { messages_sent: 1 });

    expect((await (await here.signIn(vendor)).delete(company())).status).toBe(200);
    advance(40);
    expect((await (await here.signIn(vendor)).post(company('restore/'))).status).toBe(200);
    const rita = await here.signIn(team.rita.user);
    Object.assign(team.rita, { caller: rita });
    await settled();
    expect([await mail.count(byMail.email), await mail.count(reader?.email ?? '')]).toEqual([1, 0]);
    expect(server.received(byTelegram.username, team.phone)).toEqual(['Hello']);
    for (const id of [mails, dialogs, later.id])
      expect(await good(rita.get(`/api/v6/mailing_lists/${id}/`))).toMatchObject({ status: 'stopped', stop_reason: 'company_restored' });
    expect(await whyOf(mails, byMail)).toMatchObject({ reason: 'company_restored', text: expect.stringMatching(/restored.*Launch/) });

    for (const id of [mails, dialogs, later.id]) await good(launch(id));
    await getsMail(byMail, 2);
    await gets(byTelegram, ['Hello', 'Again']);
    await getsMail({ ...byMail, email: reader?.email ?? '' }, 1);
    expect((await good(rita.get(sequencePath(mails)))).stop_reason).toBeNull();
  },
);

import { expect, it } from 'vitest';
import { good } from '../../../../test/mailing-fixtures.ts';
import { dialogsPath } from '../../../../test/telegram-dialogs.ts';
import { day, emailStep, openTelegramSteps, sequencePath, telegramStep } from '../../../../test/telegram-steps.ts';
import { createRegistry } from '../suppressions/public.ts';
import { settled, until } from '../../../../test/settled.ts';

const steps = await openTelegramSteps('review');
const { server, here, mail, team, addPerson, newSequence, launchInfo, launch, gets, getsMail, isSaid, recipientOf } = steps;

const bounces = (email: string) =>
  here.application.database.inCompany(team.company, (tx) =>
    createRegistry({ clock: here.clock, signing: () => here.signing() }).suppress(tx, {
      companyId: team.company,
      who: { email },
      reason: 'bounce',
      source: 'server',
    }),
  );

it(
  '[MAIL-016] [SEQ-019] counts people with a bounced address as reached by Telegram, and writes to them there',
  { timeout: 90_000 },
  async () => {
    const [anna, boris] = [await addPerson(), await addPerson({ telegram: false })];
    for (const { email } of [anna, boris]) await bounces(email);
    const id = await newSequence([emailStep('Passed over'), telegramStep('Reached')], [anna, boris]);
    expect(await launchInfo(id)).toMatchObject({ will_receive: 1, suppressed: 1, telegram: { reached: 1 } });
    expect(await good(launch(id))).toMatchObject({ will_receive: 1 });
    await gets(anna, ['Reached']);
    await isSaid(id, anna, { ended: 'finished', messages_sent: 1 });
    await settled();
    expect([await mail.count(anna.email), await mail.count(boris.email)]).toEqual([0, 0]);
  },
);

it(
  "[TG-050] [MAIL-016] does not count people with their username in another profile's dialog as reached",
  { timeout: 90_000 },
  async () => {
    const [anna, vera] = [await addPerson(), await addPerson({ telegram: false })];
    await good(team.admin.post(`${dialogsPath}get_or_create/`, { profile_id: vera.profile, username: anna.username }));
    const id = await newSequence([telegramStep('For Anna', { subject: 'For Anna' })], [anna]);
    expect(await launchInfo(id)).toMatchObject({ will_receive: 1, telegram: { reached: 0, falling_back: 1, new_dialogs: 0 } });
    await good(launch(id));
    await getsMail(anna, 1);
    expect(server.received(anna.username, team.phone)).toEqual([]);
  },
);

it('[SEND-001] [SEQ-009] shows Telegram messages to people with a bounced address as planned', async () => {
  const anna = await addPerson();
  await bounces(anna.email);
  const id = await newSequence([emailStep('Passed over'), telegramStep('Coming')], [anna]);
  const tomorrow = new Date(here.clock.now().getTime() + day * 1000).toISOString();
  const input = { send_delay_info: { type: 'planned', launch_at: tomorrow } };
  expect(await good(team.rita.caller.post(`/api/v6/mailing_lists/${id}/launch/`, input))).toMatchObject({ will_receive: 1 });
  const shown = await recipientOf(id, anna);
  expect(shown).toMatchObject({ status: 'planned', suppression: 'bounce', next_send_at: expect.any(String) });
  expect(shown.messages).toMatchObject([{ channel: 'telegram', body: 'Coming', status: 'pending' }]);
  const { totals } = await good(team.rita.caller.get(sequencePath(id)));
  expect(totals).toMatchObject({ suppressed: 0, queued: 1 });
});

it("[ROLE-059] [TG-050] keeps a dialog with colleagues' messages public when it resolves to the person", { timeout: 90_000 }, async () => {
  const settings = (access_type: string) => good(team.admin.patch('/api/v6/messaging/company_settings/', { access_type }));
  await settings('private');
  const [anna, before] = [await addPerson(), 'review_before_x'];
  server.writes(before, team.phone, 'I look for work');
  const found = async () => (await good(team.admin.get(`${dialogsPath}?search=${before}`))).results as { id: number }[];
  await until(async () => expect(await found()).toHaveLength(1));
  const [{ id: dialog } = { id: 0 }] = await found();
  await good(team.admin.post(`${dialogsPath}${dialog}/send_message/`, { message: 'Tell me more' }));
  await until(() => expect(server.received(before, team.phone)).toEqual(['Tell me more']));
  server.world.people.rename(server.personOf(before), anna.username);
  const id = await newSequence([telegramStep('Hello', { falls_back: false })], [anna]);
  await good(launch(id));
  await gets(anna, ['Tell me more', 'Hello']);
  await isSaid(id, anna, { messages_sent: 1 });
  expect(await steps.dialogsWith(anna)).toMatchObject([{ id: dialog, access_type: 'public' }]);
  await settings('public');
});

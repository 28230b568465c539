import { describe, expect, it } from 'vitest';
import { good } from '../../../../test/mailing-fixtures.ts';
import { day, emailStep, openTelegramSteps, type StepPerson, telegramStep } from '../../../../test/telegram-steps.ts';
import { settled, until } from '../../../../test/settled.ts';

const { server, here, mail, team, addPerson, newSequence, launch, gets, getsMail, advance } = await openTelegramSteps('senderoff');

const setActive = (isActive: boolean) => here.sql('update users set is_active = $2 where id = $1', [team.rita.user.id, isActive]);
/** The SIM card sends nothing until then. */
const pause = (moment: string | null) =>
  here.sql('update telegram_accounts set flood_wait_until = $2::timestamptz where id = $1', [team.account, moment]);
const rowsOf = ({ profile }: StepPerson) =>
  here.sql<{ state: string; ended: string | null }>(
    `select state, ended from messages join mailing_recipients recipient on recipient.id = recipient_id where profile_id = $1 order by messages.id`,
    [profile],
  );
const withdrawn = (person: StepPerson) => until(async () => expect(await rowsOf(person)).toEqual([]));

describe('[SEQ-009] [SEQ-031] Telegram steps of a sender who is switched off', () => {
  it('wait although they were planned, and leave after the sender is back', { timeout: 60_000 }, async () => {
    const anna = await addPerson();
    await pause('2100-01-01');
    await good(launch(await newSequence([telegramStep('Hello', { falls_back: false })], [anna])));
    await until(async () => expect(await rowsOf(anna)).toMatchObject([{ state: 'planned' }]));
    await setActive(false);
    await pause(null);
    await withdrawn(anna);
    await settled();
    expect(server.received(anna.username, team.phone)).toEqual([]);
    await setActive(true);
    await gets(anna, ['Hello']);
  });

  it('are planned again after the sender is back, and their recipients are not finished', { timeout: 60_000 }, async () => {
    const anna = await addPerson();
    const steps = [telegramStep('First', { falls_back: false }), telegramStep('Second', { falls_back: false, send_delay: day })];
    await good(launch(await newSequence(steps, [anna])));
    await gets(anna, ['First']);
    await setActive(false);
    advance(1);
    await settled();
    expect(await rowsOf(anna)).toEqual([{ state: 'sent', ended: null }]);
    await setActive(true);
    await gets(anna, ['First', 'Second']);
  });

  it('do not leave by e-mail instead', { timeout: 60_000 }, async () => {
    const anna = await addPerson();
    const steps = [emailStep('First'), telegramStep('Second', { subject: 'Second', send_delay: day })];
    await good(launch(await newSequence(steps, [anna])));
    await getsMail(anna, 1);
    await setActive(false);
    advance(1);
    await settled();
    expect([await mail.count(anna.email), server.received(anna.username, team.phone)]).toEqual([1, []]);
    await setActive(true);
    await gets(anna, ['Second']);
  });
});

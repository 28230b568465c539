import { beforeEach, describe, expect, it } from 'vitest';
import { minuteMs } from '@headwater/domain/time/durations';
import { good } from '../../../../test/mailing-fixtures.ts';
import { accountsPath, dialogsPath } from '../../../../test/telegram-dialogs.ts';
import { accountOf } from '../../../../test/telegram-fixtures.ts';
import { openTelegramSteps, type StepPerson, telegramStep } from '../../../../test/telegram-steps.ts';
import { settled, until } from '../../../../test/settled.ts';

const steps = await openTelegramSteps('pace', { hasUsualGaps: true });
const { server, here, mail, team, limit, addAccount, addPerson, newSequence, launch, writeByHand, whyOf, gets, getsMail } = steps;
const { faults } = server.world;

// The clock goes back between tests: clears waits set with a later clock.
beforeEach(async () => {
  faults.clear();
  await here.sql('update telegram_accounts set next_dialog_at = null, next_lookup_at = null, next_mailing_at = null');
});

/** Seconds until the message leaves, and the reason. */
async function waits(id: number, person: StepPerson) {
  const { reason, text, expected_at: at } = await whyOf(id, person);
  return { reason, text, seconds: (Date.parse(at) - here.clock.now().getTime()) / 1000 };
}
const received = (those: readonly StepPerson[]) => those.flatMap(({ username }) => server.received(username, team.phone));
/** Advances past all regular pauses. */
const passGap = () => here.clock.advance(61_000);
/** A person with a started dialog. */
async function acquainted(): Promise<StepPerson & { dialog: number }> {
  const person = await addPerson();
  const dialog = await writeByHand(person);
  passGap();
  return { ...person, dialog };
}
/** Counts lookups of usernames from here on. */
function countLookUps(): () => number {
  faults.add({ method: 'contacts.resolveUsername', phone: null, times: 1000, error: null, fate: 'sent', milliseconds: 0 });
  return () => 1000 - (faults.list()[0]?.times ?? 0);
}

describe('messages of sequences', () => {
  it('[DEC-09] [DEC-10] leave with pauses; manual ones leave without', { timeout: 90_000 }, async () => {
    const [anna, boris] = [await acquainted(), await acquainted()];
    const id = await newSequence([telegramStep('Overdue', { falls_back: false })], [anna, boris]);
    await good(launch(id));
    const overdue = () => received([anna, boris]).filter((text) => text === 'Overdue');
    await until(() => expect(overdue()).toHaveLength(1));
    const second = server.received(anna.username, team.phone).includes('Overdue') ? boris : anna;
    await until(async () => expect(await waits(id, second)).toMatchObject({ reason: 'gap' }));
    const { text, seconds } = await waits(id, second);
    expect(text).toContain('between messages of sequences');
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(30);
    await good(team.rita.caller.post(`${dialogsPath}${second.dialog}/send_message/`, { message: 'By hand again' }));
    await gets(second, ['By hand', 'By hand again']);
    await settled();
    expect(overdue()).toHaveLength(1);
    passGap();
    await gets(second, ['By hand', 'By hand again', 'Overdue']);
  });
});

describe('a frozen SIM card', () => {
  it('[SEQ-009] [DEC-10] keeps messages of sequences until it is usable: none fails or falls back', { timeout: 90_000 }, async () => {
    const people = [await acquainted(), await acquainted()];
    const owner = server.ownerOf(team.phone);
    owner.frozenSince = 1_800_000_000;
    const id = await newSequence([telegramStep('Kept', { subject: 'Kept' })], people);
    await good(launch(id));
    for (const person of people) await until(async () => expect(await whyOf(id, person)).toMatchObject({ reason: 'frozen' }));
    passGap();
    await settled();
    for (const person of people) expect(await whyOf(id, person)).toMatchObject({ reason: 'frozen', expected_at: null });
    owner.frozenSince = null;
    here.clock.advance(301_000);
    const kept = () => received(people).filter((text) => text === 'Kept');
    await until(() => expect(kept()).toHaveLength(1));
    passGap();
    await until(() => expect(kept()).toHaveLength(2));
    for (const { email } of people) expect(await mail.count(email)).toBe(0);
  });

  it('[DEC-09] [DEC-10] sends manual messages from the freeze with pauses, and new ones immediately', { timeout: 90_000 }, async () => {
    const people = [await acquainted(), await acquainted()];
    const anna = await acquainted();
    const write = ({ dialog }: { dialog: number }, message: string) =>
      good(team.rita.caller.post(`${dialogsPath}${dialog}/send_message/`, { message }));
    const owner = server.ownerOf(team.phone);
    owner.frozenSince = 1_800_000_000;
    for (const person of people) await write(person, 'Meanwhile');
    const last = async ({ dialog }: { dialog: number }) =>
      (await good(team.rita.caller.get(`${dialogsPath}${dialog}/messages/`))).results.at(-1);
    for (const person of people) await until(async () => expect(await last(person)).toMatchObject({ waits: { reason: 'frozen' } }));
    owner.frozenSince = null;
    // Also after a freeze check with a later clock.
    here.clock.advance(1_500_000);
    const left = () => received(people).filter((text) => text === 'Meanwhile');
    await until(() => expect(left()).toHaveLength(1));
    const [first, second] = people;
    const waiting = first && server.received(first.username, team.phone).includes('Meanwhile') ? second : first;
    if (!waiting) throw new Error('nobody waits');
    await until(async () =>
      expect(await last(waiting)).toMatchObject({ waits: { reason: 'gap', text: expect.stringContaining('messages that have waited') } }),
    );
    await write(anna, 'At once');
    await gets(anna, ['By hand', 'At once']);
    await settled();
    expect(left()).toHaveLength(1);
    passGap();
    await until(() => expect(left()).toHaveLength(2));
  });
});

describe('usernames', () => {
  it('[TG-013] [DEC-09] [DEC-10] are resolved with pauses, also if none exists', { timeout: 90_000 }, async () => {
    const [anna, boris] = [await addPerson({ ends: 'missing' }), await addPerson({ ends: 'missing' })];
    const id = await newSequence([telegramStep('Stale', { subject: 'Stale' })], [anna, boris]);
    const lookedUp = countLookUps();
    await good(launch(id));
    await until(() => expect(lookedUp()).toBe(1));
    const toNext = async () => [await waits(id, anna), await waits(id, boris)].find(({ reason }) => reason === 'gap');
    await until(async () => expect(await toNext()).toBeDefined());
    const next = await toNext();
    expect(next?.text).toContain('looks up no new usernames');
    expect(next?.seconds).toBeGreaterThan(0);
    expect(next?.seconds).toBeLessThanOrEqual(15);
    await settled();
    expect(lookedUp()).toBe(1);
    passGap();
    await getsMail(anna, 1);
    await getsMail(boris, 1);
    expect(lookedUp()).toBe(2);
  });

  it('[TG-060] [DEC-06] are the only thing that a FLOOD_WAIT for lookups delays', { timeout: 90_000 }, async () => {
    const [anna, vera] = [await acquainted(), await addPerson()];
    faults.add({ method: 'contacts.resolveUsername', phone: null, times: 1, error: 'FLOOD_WAIT_3600', fate: 'sent', milliseconds: 0 });
    const input = { profile_id: vera.profile, username: vera.username };
    const { id: dialog } = await good(team.rita.caller.post(`${dialogsPath}get_or_create/`, input));
    await good(team.rita.caller.post(`${dialogsPath}${dialog}/send_message/`, { message: 'Hello' }));
    const first = async () => (await good(team.rita.caller.get(`${dialogsPath}${dialog}/messages/`))).results[0];
    await until(async () =>
      expect(await first()).toMatchObject({ state: 'planned', error: 'flood_wait', waits: { reason: 'flood_wait' } }),
    );
    expect((await first()).waits.seconds).toBeGreaterThan(3500);
    const card = await accountOf(team.admin, team.account);
    expect(card).toMatchObject({ flood_wait_until: null, look_up_wait_until: (await first()).waits.expected_at });
    await good(team.rita.caller.post(`${dialogsPath}${anna.dialog}/send_message/`, { message: 'We go on' }));
    await gets(anna, ['By hand', 'We go on']);
    expect(await here.sql('select from telegram_accounts where flood_wait_until is not null')).toEqual([]);
    expect(received([vera])).toEqual([]);
    here.clock.advance(3_601_000);
    await gets(vera, ['Hello']);
    expect(await accountOf(team.admin, team.account)).toMatchObject({ look_up_wait_until: null });
  });

  it('[TG-049] [TG-060] [SEQ-009] are resolved by another SIM card if one has a long wait', { timeout: 90_000 }, async () => {
    const [anna, boris, vera] = [await addPerson(), await addPerson(), await addPerson()];
    const other = await addAccount(50);
    const namesWait = (minutes: number) =>
      here.sql('update telegram_accounts set next_lookup_at = $2 where id = $1', [
        team.account,
        new Date(here.clock.now().getTime() + minutes * minuteMs),
      ]);
    const begun = async ({ profile, username }: StepPerson) =>
      (await good(team.rita.caller.post(`${dialogsPath}get_or_create/`, { profile_id: profile, username }))).account.id;
    await namesWait(60);
    expect(await begun(anna)).toBe(other.id);
    const id = await newSequence([telegramStep('From there', { falls_back: false })], [boris]);
    await good(launch(id));
    await gets(boris, ['From there'], other.phone);
    // A SIM card without new dialogs today waits longer.
    await limit(0, other.id);
    expect(await begun(vera)).toBe(team.account);
    await team.admin.delete(`${accountsPath}${other.id}/`);
  });
});

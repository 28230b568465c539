import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { accountsPath, dialogsPath, messengerFeatures, telegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { startTelegramServer } from '../../../../test/telegram-fixtures.ts';
import { poll, until } from '../../../../test/settled.ts';

const server = await startTelegramServer();
const here = useInstallation(server.settings);
const dialogs = telegramDialogs(here, 'missed');

let recruiter: Caller;
let phone: string;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  const company = await here.addCompany({ features: messengerFeatures });
  const admin = await here.signIn(await here.addUser(company, 'admin'));
  recruiter = await here.signIn(await here.addUser(company, 'worker', { canSearch: true }));
  worker = await here.application.startWorker();
  phone = server.nextPhone();
  const { id } = await server.addAccount(admin, phone);
  await admin.put(`${accountsPath}${id}/`, { limit_total: 100, warms_up: false });
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const begin = () => dialogs.begin(recruiter);
const say = (id: number, message: string) => dialogs.say(recruiter, id, message);
const textsOf = (id: number) => dialogs.texts(recruiter, id);
async function sent(id: number, message: string) {
  const find = async () => (await dialogs.messages(recruiter, id)).find((each) => each.message === message);
  await poll(find).toMatchObject({ state: 'sent' });
}

/** The candidate writes while the connection is down, so that no client is notified. */
function writesUntold(username: string, text: string): void {
  const { boxes, seconds } = server.world;
  const [person, owner] = [server.personOf(username), server.ownerOf(phone)];
  const content = { date: seconds(), text, entities: [], fileId: null, randomId: null, keyId: null };
  const own = boxes.add(boxes.of(person.id), { ...content, peer: owner.id, isOut: true });
  const other = boxes.add(boxes.of(owner.id), { ...content, peer: person.id, isOut: false });
  boxes.link([boxes.of(person.id), own], [boxes.of(owner.id), other]);
}
/** Matching messages with the usernames of their writers. */
const peopleHeard = (like: string) =>
  here.sql<{ username: string; body: string }>(
    'select dialog.username, said.body_text as body from messages said join telegram_dialogs dialog on dialog.id = said.dialog_id where said.body_text like $1',
    [like],
  );
const strangersHeard = () => peopleHeard('I am never_silent_%');
const markSynced = () => here.sql('select from telegram_accounts where is_synced');
async function becomesCaughtUp() {
  await poll(markSynced).toHaveLength(1);
}
const cut = () => server.world.hub.cut(server.ownerOf(phone).id);

describe('a missed reply', () => {
  it('is shown after a reconnect, also if a message of ours left after it', async () => {
    const { id, username } = await begin();
    await say(id, 'Hello');
    await sent(id, 'Hello');
    writesUntold(username, 'Missed before ours');
    await say(id, 'Are you there?');
    await sent(id, 'Are you there?');
    cut();
    await until(async () => expect((await textsOf(id)).toSorted()).toEqual(['Are you there?', 'Hello', 'Missed before ours']));
  });

  it('is shown although later ones arrived first', async () => {
    const { id, username } = await begin();
    await say(id, 'Hello');
    await sent(id, 'Hello');
    writesUntold(username, 'Missed');
    server.writes(username, phone, 'Heard');
    await until(async () => expect((await textsOf(id)).toSorted()).toEqual(['Heard', 'Hello', 'Missed']));
    expect((await recruiter.get(`${dialogsPath}${id}/`)).body).toMatchObject({ unread_count: 2 });
  });

  it('is shown if the first attempt to read the dialog fails', async () => {
    const { id, username } = await begin();
    await say(id, 'Hello');
    await sent(id, 'Hello');
    writesUntold(username, 'Missed');
    server.world.faults.add({ method: 'messages.getHistory', phone: null, times: 2, error: 'INTERNAL', fate: 'sent', milliseconds: 0 });
    cut();
    await until(async () => expect(await textsOf(id)).toEqual(['Hello', 'Missed']), { clock: here.clock });
    expect(server.world.faults.list()).toEqual([]);
  });

  it('[TG-035] is shown once for each dialog of several pages', async () => {
    const usernames = Array.from({ length: 130 }, (_, at) => `crowd_of_people_${at}`);
    for (const username of usernames) writesUntold(username, `I am ${username}`);
    cut();
    await poll(() => peopleHeard('I am crowd_of_people_%'), { timeout: 60_000 }).toHaveLength(usernames.length);
    const heard = await peopleHeard('I am crowd_of_people_%');
    expect(heard.map(({ body }) => body).toSorted()).toEqual(usernames.map((username) => `I am ${username}`).toSorted());
    expect(heard.every(({ username, body }) => body === `I am ${username}`)).toBe(true);
  }, 90_000);

  it('is shown with all others of a long conversation, in order and once, while more arrive', async () => {
    const { id, username } = await begin();
    await say(id, 'Hello');
    await sent(id, 'Hello');
    const many = Array.from({ length: 350 }, (_, at) => `Line ${at}`);
    for (const text of many) writesUntold(username, text);
    cut();
    server.writes(username, phone, 'And the last one');
    const said = async () =>
      (await here.sql<{ body: string }>('select body_text as body from messages where dialog_id = $1 order by telegram_id', [id])).map(
        ({ body }) => body,
      );
    await poll(said, { timeout: 60_000 }).toHaveLength(many.length + 2);
    expect(await said()).toEqual(['Hello', ...many, 'And the last one']);
  }, 90_000);

  it('is shown with all others of an unknown person', async () => {
    const many = Array.from({ length: 130 }, (_, at) => `Stranger ${at}`);
    for (const text of many) writesUntold('a_stranger_who_talks', text);
    cut();
    await poll(() => peopleHeard('Stranger %'), { timeout: 60_000 }).toHaveLength(many.length);
  }, 90_000);

  it('is shown if Telegram reports too many updates', async () => {
    const { id, username } = await begin();
    await say(id, 'Hello');
    await sent(id, 'Hello');
    writesUntold(username, 'Too long to tell');
    server.world.hub.publish(server.ownerOf(phone).id, { _: 'updatesTooLong' });
    await poll(() => textsOf(id)).toEqual(['Hello', 'Too long to tell']);
  });

  it('[SEND-009] is known before the account counts as caught up, although a message of ours moves its dialog', async () => {
    const { id, username } = await begin();
    await say(id, 'Hello');
    await sent(id, 'Hello');
    await becomesCaughtUp();
    // Whether the reply was known each time the account counted as caught up.
    await here.sql('create table caught_up (is_known boolean)');
    await here.sql('grant all on caught_up to public');
    await here.sql(`create function note_caught_up() returns trigger language plpgsql as $$ begin
        insert into caught_up select exists (select from messages where body_text = 'Passed by'); return new; end $$`);
    await here.sql(`create trigger note_caught_up after update on telegram_accounts for each row
        when (new.is_synced and not old.is_synced) execute function note_caught_up()`);
    writesUntold(username, 'Passed by');
    // More dialogs than a page, and slow to read.
    for (let at = 0; at < 120; at += 1) writesUntold(`stands_above_${at}`, `Above ${at}`);
    server.world.faults.add({ method: 'messages.getHistory', phone: null, times: 80, error: null, fate: 'sent', milliseconds: 100 });
    cut();
    await poll(() => peopleHeard('Above %')).not.toEqual([]);
    await say(id, 'Between');
    await sent(id, 'Between');
    expect((await peopleHeard('Above %')).length).toBeLessThan(100);
    expect(await textsOf(id)).toEqual(['Hello', 'Between']);
    server.world.faults.clear();
    await poll(() => peopleHeard('Above %'), { timeout: 60_000 }).toHaveLength(120);
    await poll(async () => (await textsOf(id)).toSorted()).toEqual(['Between', 'Hello', 'Passed by']);
    await becomesCaughtUp();
    const known = await here.sql<{ is_known: boolean }>('select is_known from caught_up');
    expect([...new Set(known.map((row) => row.is_known))]).toEqual([true]);
    await here.sql('drop trigger note_caught_up on telegram_accounts');
  }, 90_000);

  it('does not delay messages during a long sync', async () => {
    const { id } = await begin();
    for (let at = 0; at < 40; at += 1) writesUntold(`slow_person_${at}`, `Slow ${at}`);
    server.world.faults.add({ method: 'messages.getHistory', phone: null, times: 90, error: null, fate: 'sent', milliseconds: 100 });
    cut();
    await poll(() => peopleHeard('Slow %')).not.toEqual([]);
    await say(id, 'Between');
    await sent(id, 'Between');
    expect((await peopleHeard('Slow %')).length).toBeLessThan(40);
    server.world.faults.clear();
    await poll(() => peopleHeard('Slow %'), { timeout: 60_000 }).toHaveLength(40);
  }, 90_000);

  it('[SEND-009] does not delay messages while unknown people keep writing, and the account catches up', async () => {
    const { id } = await begin();
    await say(id, 'Hello');
    await sent(id, 'Hello');
    await becomesCaughtUp();
    const strangers: string[] = [];
    // The first message of a person requires a sync.
    const strangerWrites = () => {
      const username = `never_silent_${strangers.length}`;
      strangers.push(username);
      server.writes(username, phone, `I am ${username}`);
    };
    cut();
    strangerWrites();
    await poll(strangersHeard).not.toEqual([]);
    for (let at = 0; at < 12; at += 1) {
      await say(id, `Between ${at}`);
      const find = async () => {
        if (strangers.length < 3 * (at + 1)) strangerWrites();
        return (await dialogs.messages(recruiter, id)).find((each) => each.message === `Between ${at}`);
      };
      await poll(find).toMatchObject({ state: 'sent' });
    }
    expect(strangers.length).toBeGreaterThan(12);
    await poll(strangersHeard, { timeout: 60_000 }).toHaveLength(strangers.length);
    await becomesCaughtUp();
  }, 120_000);
});

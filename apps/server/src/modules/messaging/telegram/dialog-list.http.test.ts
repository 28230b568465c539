import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type TestUser, useInstallation } from '../../../../test/installation.ts';
import { accountsPath, dialogsPath, messengerFeatures, type SaidMessage, telegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { accountOf, startTelegramServer } from '../../../../test/telegram-fixtures.ts';
import { poll } from '../../../../test/settled.ts';

const server = await startTelegramServer();
const here = useInstallation(server.settings);
const telegram = telegramDialogs(here, 'listed');
const hour = 3_600_000;

interface Card {
  id: number;
  phone: string;
}
interface Context {
  admin: Caller;
  /** Two recruiters and two SIM cards. */
  people: [TestUser & { caller: Caller }, TestUser & { caller: Caller }];
  cards: [Card, Card];
}

let worker: { stop(): Promise<void> };
beforeAll(async () => {
  worker = await here.application.startWorker();
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

async function addCard(admin: Caller): Promise<Card> {
  const phone = server.nextPhone();
  const { id } = await server.addAccount(admin, phone);
  await admin.put(`${accountsPath}${id}/`, { limit_total: 100, warms_up: false });
  return { id, phone };
}

/** A separate company, so that its lists contain only dialogs of this test. */
async function open(): Promise<Context> {
  const company = await here.addCompany({ features: messengerFeatures });
  const admin = await here.signIn(await here.addUser(company, 'admin', { language: 'en' }));
  const person = async () => {
    const user = await here.addUser(company, 'worker', { canSearch: true, language: 'en' });
    return { ...user, caller: await here.signIn(user) };
  };
  return { admin, people: [await person(), await person()], cards: [await addCard(admin), await addCard(admin)] };
}

interface Listed {
  count: number;
  results: { id: number; needs_attention: boolean; unread_count: number }[];
}
const list = async (caller: Caller, query = ''): Promise<Listed> => (await caller.get(`${dialogsPath}?${query}`)).body;
const ids = async (caller: Caller, query = '') => {
  const { count, results } = await list(caller, query);
  expect(count).toBe(results.length);
  return results.map(({ id }) => id);
};

const beginFrom = async (card: Card, caller: Caller) => (await telegram.begin(caller, { account: card.id })).id;

describe('the list of dialogs', () => {
  it('[TG-005] [TG-006] [TG-017] [TG-044] is narrowed by recruiter, by SIM card, and by both', async () => {
    const { admin, people, cards } = await open();
    const [one, other] = people;
    const [first, second] = cards;
    const a = await beginFrom(first, one.caller);
    const b = await beginFrom(first, other.caller);
    const c = await beginFrom(second, one.caller);
    const hidden = await beginFrom(second, other.caller);
    await other.caller.patch(`${dialogsPath}${hidden}/`, { access_type: 'private' });
    expect(await ids(admin)).toEqual([c, b, a]);
    expect(await ids(admin, `created_by_id=${one.id}`)).toEqual([c, a]);
    expect(await ids(admin, `created_by_id=${other.id}`)).toEqual([b]);
    expect(await ids(other.caller, `created_by_id=${other.id}`)).toEqual([hidden, b]);
    expect(await ids(admin, `telegram_account_id=${first.id}`)).toEqual([b, a]);
    expect(await ids(admin, `telegram_account_id=${second.id}`)).toEqual([c]);
    expect(await ids(admin, `created_by_id=${one.id}&telegram_account_id=${second.id}`)).toEqual([c]);
    expect(await ids(admin, `created_by_id=${other.id}&telegram_account_id=${second.id}`)).toEqual([]);
    const stranger = (await open()).admin;
    expect(await ids(stranger, `telegram_account_id=${first.id}`)).toEqual([]);
    expect(await ids(stranger, `created_by_id=${one.id}`)).toEqual([]);
    expect((await admin.get(`${dialogsPath}?telegram_account_id=none`)).body).toEqual({ telegram_account_id: [expect.any(String)] });
  });

  it('[TG-032] [TG-035] [TG-046] starts with the new dialog, increments the count, and has pages of 20', async () => {
    const { admin, people, cards } = await open();
    const { caller } = people[0];
    const made: number[] = [];
    for (let number = 1; number <= 23; number += 1) {
      const { id } = await telegram.begin(caller, { account: cards[0].id });
      made.unshift(id);
      const { count, results } = await list(admin, 'limit=1');
      expect([count, results.map((each) => each.id)]).toEqual([number, [id]]);
    }
    const page = async (query: string) => (await list(admin, query)).results.map(({ id }) => id);
    expect(await page('')).toEqual(made.slice(0, 20));
    expect(await page('offset=20')).toEqual(made.slice(20));
    expect(await page('offset=1&limit=2')).toEqual(made.slice(1, 3));
    expect(await list(admin, 'offset=23')).toEqual({ count: 23, results: [] });
    for (const wrong of ['limit=0', 'limit=101', 'limit=1.5', 'offset=-1'])
      expect([wrong, (await admin.get(`${dialogsPath}?${wrong}`)).status]).toEqual([wrong, 400]);
    // A new message moves an older dialog to the top once.
    here.clock.advance(1000);
    await telegram.say(caller, made[22] ?? 0, 'Hello');
    expect(await page('limit=100')).toEqual([made[22], ...made.slice(0, 22)]);
  });

  it('[TG-003] [TG-045] filters unread dialogs until they are read', async () => {
    const { admin, people, cards } = await open();
    const { caller } = people[0];
    const account = cards[0].id;
    const [quiet, loud] = [await telegram.converse(caller, { account }), await telegram.converse(caller, { account })];
    expect(await ids(admin, 'only_unread=true')).toEqual([]);
    server.writes(loud.username, cards[0].phone, 'Hi');
    await telegram.becomes(caller, loud.id, { state: 'received' });
    expect(await list(admin, 'only_unread=true')).toMatchObject({ count: 1, results: [{ id: loud.id, unread_count: 1 }] });
    expect(await ids(admin, 'only_unread=false')).toEqual([loud.id, quiet.id]);
    expect((await accountOf(admin, account)) as object).toMatchObject({ unread_count: 1 });
    const { message_id: max_id } = (await telegram.last(caller, loud.id)) as SaidMessage;
    await caller.post(`${dialogsPath}${loud.id}/mark_as_read/`, { max_id });
    expect(await ids(admin, 'only_unread=true')).toEqual([]);
  });

  it('[TG-004] [TG-014] [TG-045] filters dialogs that need attention: a reply overdue for 24 hours, or a failed message', async () => {
    const { admin, people, cards } = await open();
    const { caller } = people[0];
    const account = cards[0].id;
    const [owed, failed] = [await telegram.converse(caller, { account }), await telegram.converse(caller, { account })];
    const attention = () => ids(admin, 'only_need_attention=true');
    server.writes(owed.username, cards[0].phone, 'Tell me more');
    await telegram.becomes(caller, owed.id, { state: 'received' });
    here.clock.advance(23 * hour);
    expect(await attention()).toEqual([]);
    expect((await list(admin)).results.map((each) => each.needs_attention)).toEqual([false, false]);
    server.world.faults.add({
      method: 'messages.sendMessage',
      phone: null,
      times: 1,
      error: 'CHAT_WRITE_FORBIDDEN',
      fate: 'sent',
      milliseconds: 0,
    });
    const { body } = await telegram.say(caller, failed.id, 'Still there?');
    await telegram.becomes(caller, failed.id, { state: 'failed' });
    expect(await attention()).toEqual([failed.id]);
    here.clock.advance(hour + 600_000);
    expect((await attention()).toSorted()).toEqual([owed.id, failed.id].toSorted());
    expect((await list(admin)).results.map((each) => each.needs_attention)).toEqual([true, true]);
    // An answered or discarded one needs none.
    await telegram.say(caller, owed.id, 'Of course');
    await telegram.becomes(caller, owed.id, { state: 'sent', message: 'Of course' });
    await caller.delete(`${dialogsPath}${failed.id}/messages/${body.message_id}/`);
    expect(await attention()).toEqual([]);
  });
});

describe('the messages of a dialog', () => {
  it('[TG-034] [TG-048] come in pages of five, older pages first, each in order and without duplicates', async () => {
    const { people } = await open();
    const { caller } = people[0];
    const { id } = await telegram.begin(caller);
    const said: string[] = [];
    for (let number = 1; number <= 12; number += 1) {
      said.push(`Line ${number}`);
      await telegram.say(caller, id, `Line ${number}`);
    }
    await telegram.becomes(caller, id, { state: 'sent', message: 'Line 12' });
    const page = async (query: string) =>
      (await caller.get(`${dialogsPath}${id}/messages/?${query}`)).body as { count: number; results: SaidMessage[] };
    const texts = async (query: string) => (await page(query)).results.map(({ message }) => message);
    expect((await page('')).count).toBe(12);
    expect(await texts('')).toEqual(said.slice(7));
    expect(await texts('offset=5')).toEqual(said.slice(2, 7));
    expect(await texts('offset=10')).toEqual(said.slice(0, 2));
    expect(await texts('offset=12')).toEqual([]);
    expect(await texts('limit=3&offset=1')).toEqual(said.slice(8, 11));
    for (const wrong of ['limit=0', 'limit=101', 'offset=-1'])
      expect([wrong, (await caller.get(`${dialogsPath}${id}/messages/?${wrong}`)).status]).toEqual([wrong, 400]);

    // Like the screen: each page goes before the shown ones, while new messages arrive.
    let shown = (await page('')).results;
    for (let more = 13; (shown[0]?.message ?? '') !== 'Line 1'; more += 1) {
      await telegram.say(caller, id, `Line ${more}`);
      shown = [...(await page(`before_id=${shown[0]?.message_id}`)).results, ...shown];
    }
    expect(shown.map(({ message }) => message)).toEqual(said);
  });
});

describe('a SIM card', () => {
  it('[TG-037] [TG-028] [TG-061] pauses new dialogs during a soft ban and writes to known people', async () => {
    const { admin, people, cards } = await open();
    const { caller } = people[0];
    const [card] = cards;
    const known = await telegram.converse(caller, { account: card.id });
    server.world.faults.add({ method: 'messages.sendMessage', phone: null, times: 1, error: 'PEER_FLOOD', fate: 'sent', milliseconds: 0 });
    const waits = await telegram.begin(caller, { account: card.id });
    const began = here.clock.now().getTime();
    await telegram.say(caller, waits.id, 'Hello');
    await telegram.becomes(caller, waits.id, {
      state: 'planned',
      error: 'peer_flood',
      error_text: 'Account temporarily restricted for too many actions',
    });
    const banned = (await accountOf(admin, card.id)) as unknown as { soft_ban_until: string };
    expect(banned).toMatchObject({ state: 'connected', dialogs_available: 0, soft_ban_until: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(Date.parse(banned.soft_ban_until) - began).toBeGreaterThan(23 * hour);
    expect(Date.parse(banned.soft_ban_until) - began).toBeLessThan(25 * hour);
    await telegram.say(caller, known.id, 'You I know');
    await telegram.becomes(caller, known.id, { state: 'sent', message: 'You I know' });
    expect(server.received(waits.username, card.phone)).toEqual([]);
    here.clock.advance(25 * hour);
    await poll(() => telegram.last(caller, waits.id)).toMatchObject({ state: 'sent', error: null });
    expect(await accountOf(admin, card.id)).toMatchObject({ soft_ban_until: null, dialogs_available: expect.any(Number) });
    expect(server.received(waits.username, card.phone)).toEqual(['Hello']);
  });
});

import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { accountsPath, dialogsPath, messengerFeatures, telegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { startTelegramServer } from '../../../../test/telegram-fixtures.ts';
import { countEntries, dialogsWith, searchWords } from './store/words.ts';
import { poll } from '../../../../test/settled.ts';

const server = await startTelegramServer();
const here = useInstallation(server.settings);
const { converse, last } = telegramDialogs(here, 'search');

let company: number;
let admin: Caller;
let phone: string;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  company = await here.addCompany({ features: messengerFeatures });
  admin = await here.signIn(await here.addUser(company, 'admin'));
  worker = await here.application.startWorker();
  phone = server.nextPhone();
  const { id } = await server.addAccount(admin, phone);
  await admin.put(`${accountsPath}${id}/`, { limit_total: 100, warms_up: false });
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const found = async (search: string, caller = admin) =>
  ((await caller.get(`${dialogsPath}?search=${encodeURIComponent(search)}`)).body.results as { id: number }[]).map(({ id }) => id);

it('[TG-002] [TG-044] finds dialogs by word prefixes of one message, in any order, case and language', async () => {
  const { id, username } = await converse(admin);
  server.writes(username, phone, 'Добрый день! Видел вашу вакансию: https://jobs.example/Senior-Welder_7, интересно.');
  await poll(() => last(admin, id)).toMatchObject({ state: 'received' });
  for (const search of ['вакансию', 'ВАКАНС видел', 'senior', 'welder 7', '  интерес, добр '])
    expect([search, await found(search)]).toEqual([search, [id]]);
  for (const search of ['вакансию Hello', 'ансию', '%', 'вакансия', '👋', "'", ':*', '\\', '&|!'])
    expect([search, await found(search)]).toEqual([search, []]);
  const stranger = await here.signIn(await here.addUser(await here.addCompany({ features: messengerFeatures }), 'admin'));
  expect(await found('вакансию', stranger)).toEqual([]);
});

it('uses the word index and reads no messages of other dialogs', async () => {
  const { id } = await converse(admin);
  await here.sql(
    `insert into messages (company_id, dialog_id, telegram_account_id, is_out, state, body_text, said_at, telegram_id, channel, position, send_at)
     select company_id, id, account_id, false, 'received', 'Filler number ' || n || ' of a long talk', now(), 1000000 + n, 'telegram', n, now()
     from telegram_dialogs, generate_series(1, 20000) n where id = $1`,
    [id],
  );
  await here.sql('analyze messages, telegram_message_words');
  const plans = await here.application.database.readInCompany(company, async (tx) => {
    const explain = async (statement: RawBuilder<unknown>) =>
      (await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(tx)).rows.map((row) => row['QUERY PLAN']).join('\n');
    return [
      await explain(countEntries(company, 'number 19999')),
      await explain(dialogsWith(company, await searchWords(tx, company, 'number 19999'))),
    ] as const;
  });
  expect(plans[0]).toMatch(/Index Only Scan using telegram_message_words_pkey/);
  expect(plans[0]).toMatch(/Index Cond: .*word >= terms\.word\) AND \(word < terms\.word_end\)/);
  expect(plans[1]).toMatch(/Index (?:Only )?Scan using messages_pkey/);
  for (const plan of plans) expect(plan).not.toContain('Seq Scan');
  expect(await found('number 19999')).toEqual([id]);
});

it('[TG-002] finds a rare word next to one with more than 100,000 entries, and with the maximum of words', async () => {
  const { id } = await converse(admin);
  const say = (body: string, times = 1) =>
    here.sql(
      `insert into messages (company_id, dialog_id, telegram_account_id, is_out, state, body_text, said_at, telegram_id, channel, position, send_at)
       select company_id, id, account_id, false, 'received', $2, now(), (select max(telegram_id) from messages) + n, 'telegram', n, now()
       from telegram_dialogs, generate_series(1, $3::integer) n where id = $1`,
      [id, body, times],
    );
  await say(Array.from({ length: 14_500 }, (_, at) => `q${at}`).join(' '), 7);
  await say('Quorum zebra one two three four five six seven eight nine ten');
  // The first word has 101,501 entries, and the message has the last one.
  const searches = [
    'q zebra',
    'zebra q',
    'quorum',
    'q',
    'q1 q2',
    'q0 q1 q2 q3 q4 q5 q6 q7 q8 q9',
    'zebra one two three four five six seven eight nine ten',
  ];
  for (const search of searches) expect([search, await found(search)]).toEqual([search, [id]]);
  for (const search of ['q1 zebra', 'q1 q2 quorum', 'zebra one two three four five six seven eight nine hello'])
    expect([search, await found(search)]).toEqual([search, []]);
});

const inDialog = async (id: number, search: string, caller = admin) =>
  caller.get(`${dialogsPath}${id}/search/?search=${encodeURIComponent(search)}`);

it('[TG-002] finds messages of a dialog by word prefixes, newest first', async () => {
  const [dialog, other] = [await converse(admin), await converse(admin)];
  const said = ['В понедельник не смогу', 'Давайте во вторник', 'Или в понедельник утром?'];
  for (const text of said) server.writes(dialog.username, phone, text);
  server.writes(other.username, phone, 'Понедельник у другого');
  await poll(() => last(admin, dialog.id)).toMatchObject({ message: said[2] });
  await poll(() => last(admin, other.id)).toMatchObject({ state: 'received' });
  const { results } = (await admin.get(`${dialogsPath}${dialog.id}/messages/`)).body;
  const idOf = (text: string) => results.find(({ message }: { message: string }) => message === text).message_id;
  const matches = async (search: string) => (await inDialog(dialog.id, search)).body;
  expect(await matches('понедельн')).toEqual({ count: 2, message_ids: [idOf(said[2] ?? ''), idOf(said[0] ?? '')] });
  expect(await matches('УТРОМ понед')).toEqual({ count: 1, message_ids: [idOf(said[2] ?? '')] });
  for (const search of ['недельник', 'вторник утром', '%', "'", '👍']) expect(await matches(search)).toEqual({ count: 0, message_ids: [] });
  expect(await inDialog(dialog.id, ' ')).toMatchObject({ status: 400 });
  const stranger = await here.signIn(await here.addUser(await here.addCompany({ features: messengerFeatures }), 'admin'));
  expect(await inDialog(dialog.id, 'понедельник', stranger)).toMatchObject({ status: 404 });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { accountsPath, dialogsPath, messengerFeatures, patience, telegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { startTelegramServer } from '../../../../test/telegram-fixtures.ts';
import { dialogsSaying } from './store/dialogs.ts';

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

it('[TG-002] [TG-044] finds dialogs by the beginnings of words of one message, in any order, letters and language', async () => {
  const { id, username } = await converse(admin);
  server.writes(username, phone, 'Добрый день! Видел вашу вакансию: https://jobs.example/Senior-Welder_7, интересно.');
  await expect.poll(() => last(admin, id), patience).toMatchObject({ state: 'received' });
  for (const search of ['вакансию', 'ВАКАНС видел', 'senior', 'welder 7', '  интерес, добр '])
    expect([search, await found(search)]).toEqual([search, [id]]);
  for (const search of ['вакансию Hello', 'ансию', '%', 'вакансия', '👋', "'", ':*', '\\', '&|!'])
    expect([search, await found(search)]).toEqual([search, []]);
  const stranger = await here.signIn(await here.addUser(await here.addCompany({ features: messengerFeatures }), 'admin'));
  expect(await found('вакансию', stranger)).toEqual([]);
});

it('asks the index of words, and no message of anybody else', async () => {
  const { id } = await converse(admin);
  await here.sql(
    `insert into telegram_messages (company_id, dialog_id, account_id, is_out, state, body, sent_at, telegram_id)
     select company_id, id, account_id, false, 'received', 'Filler number ' || n || ' of a long talk', now(), 1000000 + n
     from telegram_dialogs, generate_series(1, 20000) n where id = $1`,
    [id],
  );
  await here.sql('analyze telegram_messages, telegram_message_words');
  const plan = await here.application.database.readInCompany(company, async (tx) =>
    (await sql<{ 'QUERY PLAN': string }>`explain ${dialogsSaying(company, '19999')}`.execute(tx)).rows
      .map((row) => row['QUERY PLAN'])
      .join('\n'),
  );
  expect(plan).toMatch(/Index (?:Only )?Scan using telegram_message_words_pkey/);
  expect(plan).toMatch(/Index Cond: .*word >= terms\.word/);
  expect(plan).not.toContain('Seq Scan');
  expect(await found('number 19999')).toEqual([id]);
});

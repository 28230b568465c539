import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, mailServersHere, type TestUser, useInstallation } from '../../../../test/installation.ts';
import { startWorkerProcess } from '../../../../test/killed-worker.ts';
import { startLineTo } from '../../../../test/line-to-telegram.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { good } from '../../../../test/mailing-fixtures.ts';
import { accountsPath, messengerFeatures, telegramDialogs } from '../../../../test/telegram-dialogs.ts';
import { startTelegramServer } from '../../../../test/telegram-fixtures.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { accountHeard } from '../messages/public/messenger.ts';
import { poll, until } from '../../../../test/settled.ts';

const server = await startTelegramServer();
const here = useInstallation(server.settings);
const dialogs = telegramDialogs(here, 'away');

let company: number;
let user: TestUser;
let recruiter: Caller;
let phone: string;
let line: Awaited<ReturnType<typeof startLineTo>>;
let worker: ChildProcess;

beforeAll(async () => {
  company = await here.addCompany({ features: { ...messengerFeatures, has_sequences: true } });
  const admin = await here.signIn(await here.addUser(company, 'admin'));
  user = await here.addUser(company, 'worker', { canSearch: true });
  recruiter = await here.signIn(user);
  const url = new URL(here.databaseUrl);
  line = await startLineTo({ host: url.hostname, port: Number(url.port) });
  Object.assign(url, { hostname: '127.0.0.1', port: String(line.port) });
  worker = startWorkerProcess({ ...here, databaseUrl: url.href }, { ...mailServersHere, ...server.settings });
  phone = server.nextPhone();
  const { id } = await server.addAccount(admin, phone, { online: false });
  await admin.put(`${accountsPath}${id}/`, { limit_total: 100, warms_up: false });
  // No other worker may take the account.
  await becomesCaughtUp();
}, 120_000);
afterAll(async () => {
  worker.kill('SIGKILL');
  await line.stop();
  await server.stop();
});

const markSynced = () => here.sql('select from telegram_accounts where is_synced');
async function becomesCaughtUp() {
  await until(async () => expect(await markSynced()).toHaveLength(1), { timeout: 60_000 });
}

describe('an account with a worker that loses the database', () => {
  it(
    '[SEND-009] stores updates from the outage once the database is back, although no sync could find them',
    { timeout: 120_000 },
    async () => {
      const { id, username } = await dialogs.converse(recruiter);
      await becomesCaughtUp();
      const fault = { phone: null, times: 1000, error: 'INTERNAL', fate: 'sent' as const, milliseconds: 0 };
      for (const method of ['messages.getDialogs', 'messages.getHistory']) server.world.faults.add({ ...fault, method });
      line.fall();
      for (const text of ['While it was away', 'And once more']) server.writes(username, phone, text);
      // Longer than the retries of a short outage.
      await sleep(6000);
      line.mend();
      await poll(() => dialogs.texts(recruiter, id)).toEqual(['Hello', 'While it was away', 'And once more']);
      server.world.faults.clear();
      await becomesCaughtUp();
    },
  );

  it('[SEND-009] does not count as synced if its connections were closed before the database was back', { timeout: 120_000 }, async () => {
    const { id, username } = await dialogs.converse(recruiter);
    await becomesCaughtUp();
    line.fall();
    server.writes(username, phone, 'To nobody');
    // Its connections are closed, and its lease is still valid.
    await sleep(26_500);
    await here.sql('create table renewals (id bigserial, is_synced boolean)');
    await here.sql('grant all on renewals, renewals_id_seq to public');
    await here.sql(`create function note_renewal() returns trigger language plpgsql as $$ begin
        insert into renewals (is_synced) values (new.is_synced); return new; end $$`);
    await here.sql(`create trigger note_renewal after update on telegram_accounts for each row
        when (new.lease_until is distinct from old.lease_until) execute function note_renewal()`);
    line.mend();
    await poll(() => here.sql('select from renewals')).not.toEqual([]);
    expect(await here.sql('select is_synced from renewals order by id limit 1')).toEqual([{ is_synced: false }]);
    await becomesCaughtUp();
    expect(await dialogs.texts(recruiter, id)).toEqual(['Hello', 'To nobody']);
    await here.sql('drop trigger note_renewal on telegram_accounts');
  });
});

describe('an e-mail that follows a message by Telegram', () => {
  // The second worker starts after the first holds the account, and keeps its database.
  const mail = useMail(here);
  const pause = (until: string | null) =>
    here.sql('update mailboxes set daily_limit = null, gap_seconds = 0, paused_until = $2::timestamptz where user_id = $1', [
      user.id,
      until,
    ]);

  it('[SEND-009] [SEQ-009] is not sent while the worker of the account cannot store a reply', { timeout: 120_000 }, async () => {
    await mail.connect(recruiter, 'recruiter0@company.test');
    await pause('2100-01-01');
    const [username, email] = [dialogs.username(), 'away@readers.test'];
    const contacts = [
      { type: 'email' as const, value: email },
      { type: 'telegram' as const, value: `@${username}` },
    ];
    const [profile = 0] = await addProfiles(here, 1, { companyId: company, input: { contacts } });
    await here.sql('update profile_contacts set company_id = $1 where profile_id = $2', [company, profile]);
    const templates = [
      { channel: 'telegram', body: 'Hello', falls_back: false },
      { subject: 'Never', body: '<p>Never</p>' },
    ];
    const { id } = await good(recruiter.post('/api/v6/sequences/', { name: 'Away', templates }));
    await good(recruiter.post(`/api/v6/sequences/${id}/add_profile/`, { profile_ids: [profile] }));
    await good(recruiter.post(`/api/v6/mailing_lists/${id}/launch/`, {}));
    const planned = () => here.sql("select from messages where channel = 'email' and state in ('planned', 'claimed')");
    await poll(planned).toHaveLength(1);
    expect(server.received(username, phone)).toEqual(['Hello']);
    await becomesCaughtUp();
    line.fall();
    server.writes(username, phone, 'While it was away');
    // The worker has not renewed, and its lease is still valid.
    await sleep(accountHeard * 1000);
    // The other worker uses the clock of this test, which does not move.
    here.clock.set(new Date());
    await pause(null);
    await poll(planned).toEqual([]);
    expect(await mail.count(email)).toBe(0);
    line.mend();
    const { recipients } = await good(recruiter.get(`/api/v6/sequences/${id}/recipients/?profile_id=${profile}`));
    const ended = async () => (await recruiter.get(`/api/v6/mailing_recipients/${recipients[0].id}/`)).body;
    await poll(ended).toMatchObject({ ended: 'replied', messages: [{ channel: 'telegram', status: 'replied' }] });
    await becomesCaughtUp();
    expect(await mail.count(email)).toBe(0);
  });
});

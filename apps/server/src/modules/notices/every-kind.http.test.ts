import { endAuthorization } from '@headwater/sandbox/telegram/methods/authorizations';
import { type NoticeKind, noticeKinds } from '@headwater/domain/notices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type TestUser, useInstallation } from '../../../test/installation.ts';
import { good } from '../../../test/mailing-fixtures.ts';
import { type Browser, usePushService } from '../../../test/push-fixtures.ts';
import { startTelegramServer } from '../../../test/telegram-fixtures.ts';
import { addProfiles, fillVacancy } from '../../../test/vacancy-fixtures.ts';
import { until } from '../../../test/settled.ts';

const password = 'Mail-Pass-1';
const mailboxes = Array.from({ length: 40 }, (_, index) => ({ address: `person${index}@company.test`, password }));
const telegram = await startTelegramServer();
const { host, port, publicKey, application } = telegram.telegram;
const service = usePushService(mailboxes);
const here = useInstallation({ HEADWATER_TELEGRAM_GAP: '0', HEADWATER_BACKUP_DIR: '/dev/null/backups' }, async () => {
  const ports = await service.open();
  return { ...ports, telegram: { host, port, publicKey, apiId: application.id, apiHash: application.hash } };
});
let workers: { stop(): Promise<void> }[] = [];
beforeAll(async () => {
  await here.application.search.start();
  workers = [await here.application.startWorker(), await here.application.startSearchTasks()];
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await telegram.stop();
});

interface Person {
  user: TestUser;
  who: Caller;
  browser: Browser;
  colleague: Caller;
  /** Unique in the addresses of the mailbox and the candidate. */
  number: number;
}
let people = 0;

/**
 * Creates an administrator in a new company, with all or no kinds enabled, and a colleague who
 * comments.
 */
async function newPerson(isTold: boolean): Promise<Person> {
  const number = (people += 1);
  const company = await here.addCompany({ features: { has_messaging: true, has_telegram: true } });
  const user = await here.addUser(company, 'admin', { language: 'en' });
  const who = await here.signIn(user);
  for (const kind of noticeKinds) {
    await good(who.patch('/api/v6/notices/settings/', { kind, in_app: isTold, email: isTold, push: isTold }));
  }
  const colleague = await here.signIn(await here.addUser(company, 'worker', { language: 'en' }));
  return { user, who, browser: await service.turnOn(who), colleague, number };
}

const newProfile = async (number: number) =>
  (await addProfiles(here, 1, { input: { first_name: 'Vera', last_name: `Kind ${number}` } }))[0] ?? 0;
const connectMailbox = async ({ who, number }: Person) => {
  const server = { host: '127.0.0.1', port: 1, security: 'none', user: `person${number}@company.test`, password };
  const address = server.user;
  await good(who.post('/api/v6/messaging/smtp_imap/connect/', { address, from_name: 'Ada', smtp: server, imap: server }));
};
async function writeMail({ who, number }: Person) {
  const profile = await newProfile(number);
  const email = `vera${number}@candidates.test`;
  const body = { profile_id: profile, email, request_key: `key-of-every-kind-${number}`, subject: 'Hello', body: '<p>Hello</p>' };
  return { id: (await good(who.post('/api/v6/messages/', body))).id as number, email, profile };
}
const inbox = (address: string) => `/mailbox/${encodeURIComponent(address)}/INBOX`;
const emailsIn = async (address: string): Promise<string[]> => {
  const list = await (await service.call(inbox(address))).text();
  const numbers = [...list.matchAll(/INBOX\/(\d+)"/g)].map(([, number]) => number);
  const sources = numbers.map(async (number) => (await service.call(`${inbox(address)}/${number}?view=source`)).text());
  // Removes quoted-printable soft line breaks.
  return (await Promise.all(sources)).map((source) => source.replaceAll(/=\r?\n/g, ''));
};

async function addSimCard({ who }: Person): Promise<string> {
  const phone = telegram.nextPhone();
  const { id } = await telegram.addAccount(who, phone);
  await good(who.put(`/api/internal/telegram/accounts/${id}/`, { limit_total: 100, warms_up: false }));
  return phone;
}

/** A time zone of the company in which alerts are checked now. */
const setMorning = ({ companyId }: TestUser) =>
  here.sql(
    `update companies set time_zone = case when extract(hour from now()) between 7 and 22 then 'UTC' else 'Asia/Tokyo' end where id = $1`,
    [companyId],
  );

/** An event of each kind, and its notice. */
const events: Record<string, { kind: NoticeKind; says: RegExp; happens(person: Person): Promise<void> }> = {
  'a reply by e-mail': {
    kind: 'reply',
    says: /Vera Kind \d+ replied to your message/,
    async happens(person) {
      await connectMailbox(person);
      const { id, email } = await writeMail(person);
      await until(async () => expect(await emailsIn(email)).toHaveLength(1));
      await service.answer(email, 'Gladly');
      await until(async () => expect(await good(person.who.get(`/api/v6/messages/${id}/`))).toMatchObject({ status: 'replied' }));
    },
  },
  'a reply by Telegram': {
    kind: 'reply',
    says: /Vera Kind \d+ replied in Telegram/,
    async happens(person) {
      const phone = await addSimCard(person);
      const username = `every_kind_${person.number}_x`;
      const path = '/api/internal/telegram/dialogs/';
      const { id } = await good(person.who.post(`${path}get_or_create/`, { profile_id: await newProfile(person.number), username }));
      await good(person.who.post(`${path}${id}/send_message/`, { message: 'Good day' }));
      await until(async () => expect(telegram.received(username, phone)).toEqual(['Good day']));
      telegram.writes(username, phone, 'Gladly');
      const messages = async () => (await good(person.who.get(`${path}${id}/messages/`))).results;
      await until(async () => expect((await messages()).at(-1)).toMatchObject({ state: 'received' }));
    },
  },
  'a finished job': {
    kind: 'job',
    says: /201 people added to /,
    async happens({ who, user }) {
      const { id } = await fillVacancy(here, who, { profiles: 1 });
      await good(who.post('/api/v6/candidates/', { folder_id: id, profiles: await addProfiles(here, 201) }));
      await until(async () =>
        expect((await here.sql<{ status: string }>('select status from jobs where created_by = $1', [user.id])).at(-1)?.status).toBe(
          'done',
        ),
      );
    },
  },
  'a mailbox with rejected credentials': {
    kind: 'mailbox',
    says: /mailbox person\d+@company\.test was disconnected/i,
    async happens(person) {
      await connectMailbox(person);
      await service.fault('auth_fail', { times: 20 });
      await writeMail(person);
      await until(async () =>
        expect(await here.sql('select from mailboxes where user_id = $1 and state = $2', [person.user.id, 'broken'])).not.toEqual([]),
      );
      await service.call('/control/faults', 'DELETE');
    },
  },
  'a signed-out SIM card': {
    kind: 'messenger',
    says: /SIM card \+\d+ was disconnected from Telegram/,
    async happens(person) {
      const phone = await addSimCard(person);
      for (const key of telegram.world.hub.keysOf(telegram.ownerOf(phone).id)) endAuthorization(telegram.world, key);
      await until(async () =>
        expect(await here.sql('select state from telegram_accounts where phone_number = $1', [phone])).toEqual([{ state: 'signed_out' }]),
      );
    },
  },
  'a limit of opened profiles': {
    kind: 'limit',
    says: /The daily limit of opened profiles is used up/,
    async happens({ who, user, number }) {
      await here.sql('update companies set profiles_per_day = 1 where id = $1', [user.companyId]);
      await who.get(`/api/internal/profiles/${await newProfile(number)}/`);
    },
  },
  'a limit of opened contacts': {
    kind: 'limit',
    says: /The limit of opened contacts is used up/,
    async happens({ who, user }) {
      await here.sql('update companies set contacts_per_month = 1 where id = $1', [user.companyId]);
      const [profile] = await addProfiles(here, 1, { input: { contacts: [{ type: 'email', value: `limit${user.id}@example.test` }] } });
      await good(who.get(`/api/v6/profiles/${profile}/get-contacts/`));
    },
  },
  'an alert of a saved search': {
    kind: 'search',
    says: /1 new person in .*Alert \d+.*: Vera Kind \d+/,
    async happens({ who, user, number }) {
      await setMorning(user);
      const query = `["skill:Every kind ${number}"]`;
      await good(who.post('/api/savedqueries/', { name: `Alert ${number}`, query, alert: 'daily' }));
      await addProfiles(here, 1, {
        input: { first_name: 'Vera', last_name: `Kind ${number}`, skills: [{ name: `Every kind ${number}` }] },
      });
      await until(async () => expect(await good(who.get(`/api/v6/profiles/?q=${query}`))).toMatchObject({ total: 1 }));
      await here.sql('update saved_queries set alert_day = null where user_id = $1', [user.id]);
      await here.sql(`select graphile_worker.add_job('check_saved_query_alerts')`);
      await until(async () =>
        expect(await here.sql('select from saved_queries where user_id = $1 and alert_found = 1', [user.id])).toHaveLength(1),
      );
    },
  },
  'an alert of statistics': {
    kind: 'statistics',
    says: /Sent: 0 is below 5/,
    async happens({ who, user }) {
      await setMorning(user);
      await good(who.post('/api/internal/statistics_alerts/', { metric: 'sent', scope: 'own', days: 7, direction: 'below', bound: 5 }));
      await here.sql(`select graphile_worker.add_job('check_statistics_alerts')`);
    },
  },
  'a due task': {
    kind: 'task',
    says: /Task due: Call back \(Vera Kind \d+\)/,
    async happens({ who, number }) {
      await good(who.post(`/api/v6/profiles/${await newProfile(number)}/tasks/`, { title: 'Call back', due_on: '2020-01-01' }));
      await here.sql(`select graphile_worker.add_job('remind_candidate_tasks')`);
    },
  },
  'an assigned conversation': {
    kind: 'conversation',
    says: /Conversation assigned to you: Vera Kind \d+/,
    async happens(person) {
      await connectMailbox(person);
      const { profile } = await writeMail(person);
      await good(person.colleague.post('/api/v6/messaging/thread/assign/', { profile_id: profile, user_id: person.user.id }));
    },
  },
  'a review of a short list': {
    kind: 'review',
    says: /Ada User \d+ rejected Vera Kind \d+/,
    async happens({ who, colleague, number }) {
      const { id } = await fillVacancy(here, who, { profiles: 0 });
      const added = await good(who.post('/api/v6/candidates/', { folder_id: id, profiles: [await newProfile(number)] }));
      const [candidate] = added.candidates as { id: number }[];
      await good(who.post(`/api/v6/folders/${id}/shortlist/`, { ids: [candidate?.id] }));
      await good(colleague.post(`/api/v6/candidates/${candidate?.id}/review/`, { decision: 'rejected', comment: 'Too junior' }));
    },
  },
  'a shared vacancy': {
    kind: 'vacancy',
    says: /Vacancy shared with you: Shared \d+/,
    async happens({ colleague, user, number }) {
      await here.sql(`update users set role = 'hm' where id = $1`, [user.id]);
      const people = { granted_users: [user.id] };
      const { id } = await good(colleague.post('/api/v6/folders/', { name: `Shared ${number}`, ...people }));
      await good(colleague.patch(`/api/v6/folders/${id}/`, { name: `Shared ${number}`, ...people }));
    },
  },
  'a failed backup': {
    kind: 'installation',
    says: /The backup failed: the backup folder cannot be written/,
    async happens({ user }) {
      await here.sql('update users set holds_staff_rights = true where id = $1', [user.id]);
      await here.sql(`select graphile_worker.add_job('make_backup', '{}')`);
      await until(async () => expect(await here.sql(`select from graphile_worker.jobs where task_identifier = 'make_backup'`)).toEqual([]));
    },
  },
  'a mention': {
    kind: 'mention',
    says: /Ada User \d+ mentioned you in a comment on Vera Kind \d+/,
    async happens({ colleague, user, number }) {
      const [row] = await here.sql<{ name: string }>(`select first_name || ' ' || last_name as name from users where id = $1`, [user.id]);
      await good(colleague.post(`/api/v6/profiles/${await newProfile(number)}/comments/`, { text: `@${row?.name}: call them` }));
    },
  },
};

const listOf = async (who: Caller) => (await good(who.get('/api/v6/notices/'))).notices as { kind: NoticeKind }[];
const shown = async ({ browser }: Person) => (await browser.received()).map(({ says }) => says.title);
/** Runs the daily digest. */
async function sendDigests(): Promise<void> {
  await here.sql(`select graphile_worker.add_job('send_notice_digests')`);
  const names = ['send_notice_digests', 'send_notice_digest', 'push_notices', 'send_push'];
  await until(async () => expect(await here.sql('select from graphile_worker.jobs where task_identifier = any($1)', [names])).toEqual([]));
}

it('covers every kind of notice', () => {
  expect(new Set(Object.values(events).map(({ kind }) => kind))).toEqual(new Set(noticeKinds));
});

describe.each(Object.entries(events))('a notice of %s', (_name, { kind, says, happens }) => {
  it('reaches its user once in the product, the browser and by e-mail, and no colleague', { timeout: 60_000 }, async () => {
    const person = await newPerson(true);
    await happens(person);
    await until(async () => expect(await shown(person)).toEqual([expect.stringMatching(says)]));
    expect((await listOf(person.who)).map((notice) => notice.kind)).toEqual([kind]);
    await sendDigests();
    await sendDigests();
    expect(await emailsIn(person.user.email)).toEqual([expect.stringMatching(says)]);
    expect(await listOf(person.colleague)).toEqual([]);
  });

  it('is not raised for a user who disabled its kind', { timeout: 60_000 }, async () => {
    const person = await newPerson(false);
    await happens(person);
    await sendDigests();
    expect([await shown(person), await listOf(person.who), await emailsIn(person.user.email)]).toEqual([[], [], []]);
    expect(await here.sql('select from notices where user_id = $1', [person.user.id])).toEqual([]);
  });
});

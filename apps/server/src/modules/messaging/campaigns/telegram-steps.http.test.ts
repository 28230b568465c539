import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { profileData } from '@headwater/contract/profile-data';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { good, newRecruiter, type Recruiter, until } from '../../../../test/mailing-fixtures.ts';
import { startTelegramServer } from '../../../../test/telegram-fixtures.ts';
import { upsertProfiles } from '../../profiles/store/write.ts';

const server = await startTelegramServer();
const here = useInstallation(server.settings);
const mail = useMail(here);
const day = 86_400;
const features = { has_messaging: true, has_sequences: true, has_telegram: true };
const accounts = '/api/internal/telegram/accounts/';
const dialogs = '/api/internal/telegram/dialogs/';
const patience = { timeout: 20_000, interval: 100 };

let company: number;
let admin: Caller;
let rita: Recruiter;
let phone: string;
let account: number;
let people = 0;

beforeAll(async () => {
  company = await here.addCompany({ features });
  admin = await here.signIn(await here.addUser(company, 'admin'));
  rita = await newRecruiter(here, mail, { company });
  phone = server.nextPhone();
  account = (await server.addAccount(admin, phone)).id;
  await limit(100);
}, 60_000);
// Telegram dates what people write by its own clock.
beforeEach(() => here.clock.set(new Date()));
afterAll(() => server.stop());

const limit = (limit_total: number) => admin.put(`${accounts}${account}/`, { limit_total, warms_up: false });

interface Person {
  profile: number;
  email: string;
  username: string;
}

/** Somebody whom the company knows by an address, a username, or both. */
async function addPerson({ ends = 'x', email: hasEmail = true, telegram: hasTelegram = true } = {}): Promise<Person> {
  people += 1;
  const [email, username] = [`steps${people}@readers.test`, `steps_${people}_${ends}`];
  const contacts = [
    ...(hasEmail ? [{ type: 'email' as const, value: email }] : []),
    ...(hasTelegram ? [{ type: 'telegram' as const, value: `@${username}` }] : []),
  ];
  const data = profileData.parse({ first_name: `Anna ${people}`, last_name: 'Steps', contacts });
  const { ids } = await here.application.database.asSystem((tx) => upsertProfiles(tx, [data], { companyId: company, createdBy: null }));
  await here.sql('update profile_contacts set company_id = $1 where profile_id = any($2)', [company, ids]);
  return { profile: ids[0] ?? 0, email, username };
}

const telegram = (body: string, more: object = {}) => ({ channel: 'telegram', body, ...more });
const email = (subject: string, more: object = {}) => ({ subject, body: `<p>${subject}</p>`, ...more });
const call = (id: number, more = '') => `/api/v6/sequences/${id}/${more}`;
const launchInfo = (id: number) => good(rita.caller.get(`/api/v6/mailing_lists/${id}/launch_info/`));
const launch = (id: number) => rita.caller.post(`/api/v6/mailing_lists/${id}/launch/`, {});

async function newSequence(templates: readonly object[], those: readonly Person[], more: object = {}): Promise<number> {
  const { id } = await good(rita.caller.post('/api/v6/sequences/', { name: `Steps ${people}`, templates, ...more }));
  await good(rita.caller.post(call(id, 'add_profile/'), { profile_ids: those.map(({ profile }) => profile) }));
  return id;
}
const recipientOf = async (id: number, { profile }: Person) => {
  const { recipients } = await good(rita.caller.get(call(id, `recipients/?profile_id=${profile}`)));
  return good(rita.caller.get(`/api/v6/mailing_recipients/${recipients[0].id}/`));
};
const whyOf = async (id: number, person: Person) =>
  good(rita.caller.get(`/api/v6/mailing_recipients/${(await recipientOf(id, person)).id}/why/`));
const gets = ({ username }: Person, texts: readonly string[]) =>
  vi.waitFor(() => expect(server.received(username, phone)).toEqual(texts), patience);
const isSaid = (id: number, person: Person, expected: object) =>
  until(async () => expect(await recipientOf(id, person)).toMatchObject(expected));
const getsMail = ({ email: address }: Person, count: number) => until(async () => expect(await mail.count(address)).toBe(count));
const settled = () => new Promise((resolve) => setTimeout(resolve, 1500));
const advance = (days: number) => here.clock.advance(days * day * 1000 + 1000);
const dialogsWith = async ({ profile }: Person) => (await admin.get(`${dialogs}?profile_id=${profile}`)).body.results;

describe('a step by Telegram', () => {
  it(
    '[SEQ-014] [TG-012] [TG-013] [TG-050] leaves from the SIM card with its variables, is read there, and goes on by e-mail',
    { timeout: 60_000 },
    async () => {
      const anna = await addPerson();
      const id = await newSequence(
        [telegram('Hello {{FIRST_NAME}} 👋\nA job', { falls_back: false }), email('Later', { send_delay: day })],
        [anna],
      );
      expect(await launchInfo(id)).toMatchObject({
        will_receive: 1,
        telegram: { reached: 1, falling_back: 0, passed_over: 0, new_dialogs: 1 },
      });
      const preview = await good(rita.caller.get(`/api/v6/mailing_recipients/${(await recipientOf(id, anna)).id}/preview/`));
      expect(preview.messages).toMatchObject([
        { channel: 'telegram', text: `Hello Anna ${people} 👋\nA job` },
        { channel: 'email', subject: 'Later' },
      ]);
      await good(launch(id));
      await gets(anna, [`Hello Anna ${people} 👋\nA job`]);
      await isSaid(id, anna, {
        status: 'sent',
        messages_sent: 1,
        messages: [
          { channel: 'telegram', status: 'sent' },
          { channel: 'email', status: 'pending' },
        ],
      });
      const [dialog] = await dialogsWith(anna);
      expect(dialog).toMatchObject({
        last_message: { message: `Hello Anna ${people} 👋\nA job`, state: 'sent' },
        created_by: { id: rita.user.id },
      });
      // The dialog holds it; lists of e-mail do not.
      expect((await good(rita.caller.get(`/api/v6/mailing_recipients/?profile_id=${anna.profile}`))).messages).toEqual([]);
      expect((await good(rita.caller.get(call(id)))).templates[0]).toMatchObject({
        channel: 'telegram',
        falls_back: false,
        stats: { sent: 1, opened: 0 },
      });
      expect(await mail.count(anna.email)).toBe(0);
      advance(1);
      await getsMail(anna, 1);
      await isSaid(id, anna, { ended: 'finished', messages_sent: 2 });
    },
  );

  it(
    '[TG-013] falls back to e-mail where nobody knows a username, with the subject of the e-mail before it or its own',
    { timeout: 60_000 },
    async () => {
      const [anna, boris] = [await addPerson({ telegram: false }), await addPerson({ email: false })];
      const neither = await addPerson({ email: false, telegram: false });
      const id = await newSequence(
        [email('Opening'), telegram('Hello {{FIRST_NAME}} <3\n\nBye'), telegram('Telegram alone', { falls_back: false, send_delay: day })],
        [anna, boris, neither],
      );
      expect(await launchInfo(id)).toMatchObject({
        will_receive: 2,
        without_email: 1,
        telegram: { reached: 1, falling_back: 1, passed_over: 0 },
      });
      await good(launch(id));
      await getsMail(anna, 2);
      expect(await mail.newest(anna.email)).toMatchObject({ mail: { subject: 'Opening', text: expect.stringContaining('<3') } });
      // Without an address the first step is passed over.
      await gets(boris, [`Hello Anna ${people - 1} <3\n\nBye`]);
      advance(1);
      await gets(boris, [`Hello Anna ${people - 1} <3\n\nBye`, 'Telegram alone']);
      await isSaid(id, anna, { ended: 'finished', messages_sent: 2 });
      await isSaid(id, boris, { ended: 'finished', messages_sent: 2 });
      expect(await recipientOf(id, neither)).toMatchObject({ status: 'draft', messages_sent: 0 });
      expect(await whyOf(id, neither)).toMatchObject({ reason: 'no_email' });
    },
  );

  it.each([
    ['missing', 'username_unknown'],
    ['private', 'privacy_restricted'],
  ])('[TG-063] [TG-066] falls back to e-mail where Telegram refuses the person (%s)', { timeout: 60_000 }, async (ends, problem) => {
    const [anna, boris] = [await addPerson({ ends }), await addPerson({ ends, email: false })];
    const id = await newSequence([telegram('Hello', { subject: 'By mail' }), telegram('Again', { send_delay: day })], [anna, boris]);
    await good(launch(id));
    await getsMail(anna, 1);
    expect((await mail.newest(anna.email)).mail.subject).toBe('By mail');
    await isSaid(id, anna, { messenger_problem: problem, messages: [{ channel: 'email', status: 'sent' }, { channel: 'email' }] });
    await isSaid(id, boris, { messenger_problem: problem, status: 'error', messages: [{ error_reason: 'unreachable' }] });
    // Nothing of it is left in the messenger.
    expect([...(await dialogsWith(anna)), ...(await dialogsWith(boris))]).toEqual([]);
    advance(1);
    await getsMail(anna, 2);
  });

  it('[TG-061] [SEQ-009] waits for the daily limit of new dialogs, says so, and leaves when it may', { timeout: 60_000 }, async () => {
    const [anna, boris] = [await addPerson(), await addPerson()];
    const first = await addPerson();
    await good(launch(await newSequence([telegram('First', { falls_back: false })], [first])));
    await gets(first, ['First']);
    const [{ limit_today: allowed, dialogs_available: left }] = (await admin.get(accounts)).body.results;
    await limit(allowed - left);
    const id = await newSequence([telegram('Limited', { falls_back: false })], [anna, boris]);
    expect((await launchInfo(id)).telegram).toMatchObject({ reached: 2, new_dialogs: 2 });
    await good(launch(id));
    await until(async () => expect(await whyOf(id, boris)).toMatchObject({ reason: 'daily_limit' }));
    await settled();
    expect([...server.received(anna.username, phone), ...server.received(boris.username, phone)]).toEqual([]);
    // Stopped meanwhile, nothing waits any more.
    await good(rita.caller.post(`/api/v6/mailing_lists/${id}/stop/`, {}));
    await limit(100);
    await settled();
    expect(server.received(anna.username, phone)).toEqual([]);
    await good(launch(id));
    await gets(anna, ['Limited']);
    await gets(boris, ['Limited']);
  });

  it.each(['cut', 'lost', 'unheard'] as const)(
    'arrives once where the line falls before the answer (%s)',
    { timeout: 90_000 },
    async (fate) => {
      const anna = await addPerson();
      const id = await newSequence([telegram(`Once ${fate}`, { falls_back: false })], [anna]);
      server.world.faults.add({ method: 'messages.sendMessage', phone: null, times: 1, error: null, fate, milliseconds: 0 });
      await good(launch(id));
      await vi.waitFor(async () => expect(await recipientOf(id, anna)).toMatchObject({ messages_sent: 1, ended: 'finished' }), {
        timeout: 60_000,
        interval: 200,
      });
      expect(server.received(anna.username, phone)).toEqual([`Once ${fate}`]);
      expect((await dialogsWith(anna))[0].last_message).toMatchObject({ message: `Once ${fate}`, state: 'sent' });
    },
  );

  it(
    '[TG-050] leaves from the account that holds the dialog with the person, else from the one that was chosen',
    { timeout: 60_000 },
    async () => {
      const second = server.nextPhone();
      const other = await server.addAccount(admin, second);
      await admin.put(`${accounts}${other.id}/`, { limit_total: 100, warms_up: false });
      const [known, fresh] = [await addPerson(), await addPerson()];
      const { body } = await rita.caller.post(`${dialogs}get_or_create/`, {
        profile_id: known.profile,
        username: known.username,
        telegram_account_id: account,
      });
      await good(rita.caller.post(`${dialogs}${body.id}/send_message/`, { message: 'By hand' }));
      await gets(known, ['By hand']);
      const id = await newSequence([telegram('Chosen', { falls_back: false })], [known, fresh], { telegram_account_id: other.id });
      expect((await good(rita.caller.get(call(id)))).telegram_account_id).toBe(other.id);
      await good(launch(id));
      await gets(known, ['By hand', 'Chosen']);
      await vi.waitFor(() => expect(server.received(fresh.username, second)).toEqual(['Chosen']), patience);
      expect(await dialogsWith(known)).toHaveLength(1);
      await admin.delete(`${accounts}${other.id}/`);
    },
  );
});

describe('a reply', () => {
  it('[SEND-009] [DEC-04] in Telegram ends the steps by e-mail', { timeout: 60_000 }, async () => {
    const anna = await addPerson();
    const id = await newSequence([telegram('Hello', { falls_back: false }), email('Never', { send_delay: day })], [anna]);
    await good(launch(id));
    await gets(anna, ['Hello']);
    await isSaid(id, anna, { messages_sent: 1 });
    server.writes(anna.username, phone, 'Tell me more');
    await isSaid(id, anna, { ended: 'replied', status: 'replied' });
    advance(1);
    await settled();
    expect(await mail.count(anna.email)).toBe(0);
    expect(await good(rita.caller.get(call(id)))).toMatchObject({ totals: { replied: 1 } });
  });

  it('[SEND-009] in Telegram ends a sequence that has only sent e-mail', { timeout: 60_000 }, async () => {
    const anna = await addPerson();
    const { body } = await rita.caller.post(`${dialogs}get_or_create/`, { profile_id: anna.profile, username: anna.username });
    await good(rita.caller.post(`${dialogs}${body.id}/send_message/`, { message: 'By hand' }));
    await gets(anna, ['By hand']);
    const id = await newSequence([email('First'), telegram('Never', { send_delay: day, falls_back: false })], [anna]);
    await good(launch(id));
    await getsMail(anna, 1);
    await isSaid(id, anna, { messages_sent: 1 });
    server.writes(anna.username, phone, 'I read your mail');
    await isSaid(id, anna, { ended: 'replied' });
    advance(1);
    await settled();
    expect(server.received(anna.username, phone)).toEqual(['By hand']);
  });

  it('[SEND-009] by e-mail ends the steps by Telegram', { timeout: 60_000 }, async () => {
    const anna = await addPerson();
    const id = await newSequence([email('First'), telegram('Never', { send_delay: day })], [anna]);
    await good(launch(id));
    await getsMail(anna, 1);
    await mail.answer(anna.email, 'reply');
    await isSaid(id, anna, { ended: 'replied' });
    advance(1);
    await settled();
    expect(server.received(anna.username, phone)).toEqual([]);
  });
});

describe('a suppression', () => {
  it(
    '[SEND-010] [DEC-05] holds in both channels: who writes stop in Telegram gets no e-mail, who unsubscribes no message',
    { timeout: 60_000 },
    async () => {
      const [anna, boris] = [await addPerson(), await addPerson()];
      const id = await newSequence([telegram('Hello')], [anna], {});
      await good(rita.caller.patch(call(id), { templates: [{ ...telegram('Hello'), subject: 'Hello' }] }));
      await good(launch(id));
      await gets(anna, ['Hello']);
      server.writes(anna.username, phone, 'Stop');
      await isSaid(id, anna, { ended: 'replied' });
      await good(admin.post('/api/v6/messaging/suppressions/', { addresses: boris.email }));
      const next = await newSequence([telegram('More', { subject: 'More' })], [anna, boris]);
      await good(launch(next));
      await isSaid(next, anna, { ended: 'unsubscribed' });
      await isSaid(next, boris, { ended: 'unsubscribed' });
      expect(server.received(anna.username, phone)).toEqual(['Hello']);
      expect(server.received(boris.username, phone)).toEqual([]);
      expect(await Promise.all([anna, boris].map((person) => mail.count(person.email)))).toEqual([0, 0]);
    },
  );
});

describe('what cannot be', () => {
  it('[SEQ-026] [SEQ-028] [MAIL-057] is refused where it stands', async () => {
    const make = (templates: readonly object[], more: object = {}) =>
      rita.caller.post('/api/v6/sequences/', { name: 'Odd', templates, ...more });
    const long = await make([telegram('x'.repeat(4097))]);
    expect(long).toMatchObject({ status: 400, body: { 'templates.0.body': [expect.stringContaining('4')] } });
    expect((await make([telegram('x'.repeat(4096))])).status).toBe(200);
    const second = await make([telegram('Hello', { variant_b: { subject: 'B', body: 'B' } })]);
    expect(second).toMatchObject({
      status: 400,
      body: { 'templates.0.variant_b': ['A Telegram message has no attachments and no variant B'] },
    });
    const { id: folder } = await good(rita.caller.post('/api/v6/folders/', { name: 'No sequence' }));
    const list = await rita.caller.post('/api/v6/mailing_lists/', { folder_id: folder, templates: [telegram('Hello')] });
    expect(list).toMatchObject({ status: 400, body: { 'templates.0.channel': ['Only sequences can contain Telegram messages'] } });
  });

  it('[TG-023] [SEQ-026] another company’s SIM card begins nothing, nor does one that was removed', async () => {
    const stranger = await here.signIn(await here.addUser(await here.addCompany({ features }), 'admin'));
    const theirs = await server.addAccount(stranger, server.nextPhone());
    const make = (telegram_account_id: number) => rita.caller.post('/api/v6/sequences/', { name: 'Foreign', telegram_account_id });
    const refusal = { status: 400, body: { telegram_account_id: ['There is no such SIM card'] } };
    expect(await make(theirs.id)).toMatchObject(refusal);
    const { id } = await good(rita.caller.post('/api/v6/sequences/', { name: 'Own' }));
    expect(await rita.caller.patch(call(id), { telegram_account_id: theirs.id })).toMatchObject(refusal);
    expect((await stranger.get(call(id))).status).toBe(404);
  }, 60_000);

  it(
    '[SEQ-019] is said before a launch: no text, no subject to fall back to, no value, a text that grows too long',
    { timeout: 60_000 },
    async () => {
      const anna = await addPerson();
      const id = await newSequence([telegram('')], [anna]);
      const says = async (templates: readonly object[], expected: object) => {
        await good(rita.caller.patch(call(id), { templates }));
        expect(await launch(id)).toMatchObject({ status: 400, body: expected });
      };
      await says([telegram(' ')], { 'templates.0.body': ['Write a text'] });
      await says([telegram('Hello')], { 'templates.0.subject': [expect.stringContaining('subject of the email')] });
      await says([telegram('Hello {{TOPIC}}', { falls_back: false })], { templates: ['please fill in all variable values'] });
      const variables = [{ name: 'TOPIC', value: 'y'.repeat(900), data: [] }];
      await good(
        rita.caller.patch(call(id), { templates: [telegram('{{TOPIC}}'.repeat(5), { falls_back: false, custom_variables: variables })] }),
      );
      await good(launch(id));
      await isSaid(id, anna, { status: 'error', messages: [{ error_detail: 'The message is longer than 4,096 characters' }] });
      expect(server.received(anna.username, phone)).toEqual([]);
    },
  );

  it('[SEQ-026] who has no messenger adds no step by it', { timeout: 60_000 }, async () => {
    const plain = await here.addCompany({ features: { has_messaging: true, has_sequences: true } });
    const other = await newRecruiter(here, mail, { company: plain });
    expect(await other.caller.post('/api/v6/sequences/', { name: 'None', templates: [telegram('Hello')] })).toMatchObject({
      status: 400,
      body: { 'templates.0.channel': ['Telegram is not available to you'] },
    });
  });
});

describe('what is between a step and the person', () => {
  it(
    '[SEND-008] [TG-041] a SIM card that is removed while it sends leaves the message undecided: no launch sends it again',
    { timeout: 90_000 },
    async () => {
      const other = server.nextPhone();
      const { id: removed } = await server.addAccount(admin, other);
      const anna = await addPerson();
      const id = await newSequence([telegram('In hand', { subject: 'In hand' })], [anna], { telegram_account_id: removed });
      const fault = { method: 'messages.sendMessage', phone: other.replaceAll(/\D/g, ''), times: 1, error: null };
      server.world.faults.add({ ...fault, fate: 'sent', milliseconds: 4000 });
      await good(launch(id));
      const stateOf = async () =>
        (await here.sql<{ state: string }>('select state from messages where telegram_account_id = $1', [removed])).map(
          ({ state }) => state,
        );
      await until(async () => expect(await stateOf()).toEqual(['handed_over']));
      await until(async () =>
        expect(await here.sql(`select from telegram_messages where account_id = $1 and state = 'sending'`, [removed])).toHaveLength(1),
      );
      expect(await admin.delete(`${accounts}${removed}/`)).toMatchObject({ status: 200 });
      await until(async () => expect(await stateOf()).toEqual(['unknown']));
      await launch(id);
      await settled();
      expect(await stateOf()).toEqual(['unknown']);
      expect(await mail.count(anna.email)).toBe(0);
      expect(server.received(anna.username, phone)).toEqual([]);
    },
  );

  it('[TG-050] who is in the dialog of another profile is written to by e-mail', { timeout: 60_000 }, async () => {
    const [anna, vera] = [await addPerson(), await addPerson({ telegram: false })];
    await good(admin.post(`${dialogs}get_or_create/`, { profile_id: vera.profile, username: anna.username, telegram_account_id: account }));
    const id = await newSequence([telegram('For Anna', { subject: 'For Anna' })], [anna]);
    await good(launch(id));
    await getsMail(anna, 1);
    expect(server.received(anna.username, phone)).toEqual([]);
  });

  it('[SEQ-009] what waits for a SIM card that Telegram has banned leaves another way', { timeout: 60_000 }, async () => {
    const other = server.nextPhone();
    const { id: banned } = await server.addAccount(admin, other);
    await admin.put(`${accounts}${banned}/`, { limit_total: 1, warms_up: false });
    const [anna, vera] = [await addPerson(), await addPerson()];
    const id = await newSequence([telegram('Once', { falls_back: false })], [anna, vera], { telegram_account_id: banned });
    await good(launch(id));
    const waiting = async () => here.sql(`select from messages where telegram_account_id = $1 and state = 'planned'`, [banned]);
    await until(async () => expect(await waiting()).toHaveLength(1));
    await here.sql(`update telegram_accounts set state = 'banned' where id = $1`, [banned]);
    await vi.waitFor(
      () => expect([...server.received(anna.username, phone), ...server.received(vera.username, phone)]).toEqual(['Once']),
      patience,
    );
    expect(await waiting()).toEqual([]);
  });
});

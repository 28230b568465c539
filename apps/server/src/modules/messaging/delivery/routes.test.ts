import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profileData } from '@headwater/contract/profile-data';
import { type Sandbox, startSandbox } from '@headwater/sandbox/sandbox';
import { type Caller, type TestUser, useInstallation } from '../../../../test/installation.ts';
import { mailboxesIn } from '../../../../test/mailbox-fixtures.ts';
import { messagesIn } from '../../../../test/message-fixtures.ts';
import { upsertProfiles } from '../../profiles/store/write.ts';
import { settled, until } from '../../../../test/settled.ts';

const here = useInstallation();
const mailPassword = 'Mail-Pass-1';
const addresses = Array.from({ length: 22 }, (_, index) => `recruiter${index}@company.test`);

let sandbox: Sandbox;
let folder: string;
let worker: { stop(): Promise<void> };
let company: number;
let counter = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headwater-sandbox-'));
  const users = addresses.map((address) => ({ address, password: mailPassword }));
  sandbox = await startSandbox({ directory: folder, smtpPort: 0, imapPort: 0, httpPort: 0, users });
  company = await here.addCompany();
  worker = await here.application.startWorker();
});
afterAll(async () => {
  await worker.stop();
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

const servers = (address: string, password = mailPassword) => ({
  address,
  from_name: 'Рита Рекрутер',
  smtp: { host: '127.0.0.1', port: sandbox.ports.smtp, security: 'none', user: address, password },
  imap: { host: '127.0.0.1', port: sandbox.ports.imap, security: 'none', user: address, password },
});

async function newRecruiter(): Promise<{ caller: Caller; user: TestUser; address: string }> {
  const address = addresses[counter++] ?? '';
  const user = await here.addUser(company, 'worker');
  return { caller: await here.signIn(user), user, address };
}

async function connected() {
  const recruiter = await newRecruiter();
  const answer = await recruiter.caller.post('/api/v6/messaging/smtp_imap/connect/', servers(recruiter.address));
  expect(answer.status).toBe(200);
  return recruiter;
}

let people = 0;
async function addPerson(): Promise<{ id: number; email: string }> {
  people += 1;
  const email = `anna${people}@candidates.test`;
  const person = profileData.parse({
    first_name: 'Анна',
    last_name: 'Смирнова',
    positions: [{ title: 'Инженер', company: 'Альфа', start: '2020', is_current: true }],
    contacts: [{ type: 'email', value: email }],
  });
  const { ids } = await here.application.database.asSystem((tx) => upsertProfiles(tx, [person], { companyId: null, createdBy: null }));
  return { id: ids[0] ?? 0, email };
}

const draft = (profileId: number, more: object = {}) => ({
  profile_id: profileId,
  subject: 'Привет, {{FIRST_NAME}}',
  body: '<p>Здравствуйте, <b>{{FULL_NAME}}</b>! <a href="https://example.test/x">Вакансия</a></p>',
  request_key: `key-${Math.random().toString(36).slice(2)}-${profileId}`,
  ...more,
});

async function sendTo(caller: Caller, person: { id: number }, more: object = {}) {
  await caller.get(`/api/v6/profiles/${person.id}/get-contacts/`);
  return caller.post('/api/v6/messages/', draft(person.id, more));
}

const waitFor = (caller: Caller, id: number, status: string) =>
  until(async () => {
    const { body } = await caller.get(`/api/v6/messages/${id}/`);
    expect(body.status).toBe(status);
    return body;
  });

const page = (path: string) => `http://127.0.0.1:${sandbox.ports.http}${path}`;

/** Answers the first message in the candidate's inbox, on the sandbox's page. */
async function answerAs(email: string, kind: 'reply' | 'out_of_office' | 'bounce_hard', text = ''): Promise<void> {
  const body = new URLSearchParams({ kind, text });
  const answer = await fetch(page(`/mailbox/${encodeURIComponent(email)}/INBOX/1/answer`), { method: 'POST', body, redirect: 'manual' });
  expect(answer.status).toBeLessThan(400);
}

async function nextFault(fault: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(page('/control/faults'), { method: 'POST', headers, body: JSON.stringify({ fault, times: 1 }) });
  expect(answer.status).toBe(201);
}

const messageIdOf = async (id: number) => (await messagesIn(here).one({ id })).message_id;

describe('a mailbox', () => {
  it('[DEC-02] [MSET-006] [MSET-007] [MSET-010] [MSET-011] is connected once after both servers accept the credentials', async () => {
    const { caller, address } = await newRecruiter();
    const connect = (body: object) => caller.post('/api/v6/messaging/smtp_imap/connect/', body);
    const wrong = await connect(servers(address, 'wrong'));
    expect(wrong.status).toBe(400);
    expect(wrong.body['smtp.password']).toEqual(['The server refused this user name or password']);
    expect(wrong.body['imap.password']).toBeDefined();
    expect((await connect({ ...servers(address), address: 'nonsense' })).body.address).toEqual(['Enter a valid email address']);
    const [first, second] = await Promise.all([connect(servers(address)), connect(servers(address))]);
    expect([first.status, second.status].toSorted()).toEqual([200, 200]);
    expect(JSON.stringify(first.body) + JSON.stringify(second.body)).not.toContain(mailPassword);
    const other = await connect(servers('recruiter21@company.test'));
    expect(other.body.non_field_errors).toEqual(['Only one mail service may be connected']);
    expect((await mailboxesIn(here).one({ address })).secret).not.toContain(mailPassword);
  });

  it('[MSET-002] [MSET-003] [MSET-005] [SEND-019] [SEND-020] keeps settings and rejects a window that ends before it starts', async () => {
    const { caller } = await newRecruiter();
    const save = (body: object) => caller.patch('/api/v6/messaging/settings/', body);
    expect((await save({ start_time_from: '09:00:00', start_time_to: '18:00:00', signature: 'С уважением' })).body).toMatchObject({
      signature: '<p>С уважением</p>',
    });
    expect((await save({ signature: 'Ann <ann@corp.test>\nCEO' })).body.signature).toBe('<p>Ann &lt;ann@corp.test&gt;<br />CEO</p>');
    expect((await save({ signature: '<p>Ann<script>x()</script></p>' })).body.signature).toBe('<p>Ann</p>');
    expect((await save({ start_time_to: '08:00:00' })).body.start_time_to).toEqual(['The end of the window must be later than its start']);
    expect((await save({ start_time_from: '9:00' })).body.start_time_from).toEqual(['Enter a time as hh:mm:ss']);
    expect((await save({ start_time_to: '09:59:59' })).body.start_time_to).toEqual(['The end of the window must be later than its start']);
    expect((await save({ start_time_from: null })).body).toEqual({ start_time_from: ['Enter both times or none'] });
    expect((await caller.get('/api/v6/messaging/settings/')).body.start_time_to).toBe('18:00:00');
    expect((await save({ start_time_from: '17:00:00' })).body).toMatchObject({ start_time_from: '17:00:00', start_time_to: '18:00:00' });
    expect((await save({ start_time_from: null, start_time_to: null })).body).toMatchObject({ start_time_from: null, start_time_to: null });
  });

  it('[SEND-033] [SEND-034] [SEND-035] [SEND-036] tests itself, and returns 403 after the server refuses the credentials', async () => {
    const { caller, user } = await connected();
    const test = (body: object) => caller.post('/api/v6/messaging/send_test_email/', body);
    const before = sandbox.counts().size;
    expect((await test({ check_permission_only: true })).status).toBe(200);
    expect(sandbox.counts().size).toBe(before);
    expect((await test({})).status).toBe(200);
    await until(async () => expect(sandbox.counts().size).toBe(before + 1));
    await here.sql("update mailboxes set settings = jsonb_set(settings, '{smtp,user}', '\"nobody@company.test\"') where user_id = $1", [
      user.id,
    ]);
    expect((await test({ check_permission_only: true })).status).toBe(403);
  });
});

describe('one message', () => {
  it('[SEND-001] [SEND-008] [SENT-004] [SENT-005] reaches the mail server exactly once for any number of clicks', async () => {
    const { caller, address } = await connected();
    const person = await addPerson();
    await caller.get(`/api/v6/profiles/${person.id}/get-contacts/`);
    const body = draft(person.id);
    const answers = await Promise.all([1, 2, 3].map(() => caller.post('/api/v6/messages/', body)));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    const id: number = answers[0]?.body.id;
    const message = await waitFor(caller, id, 'sent');
    expect(message).toMatchObject({ subject: 'Привет, Анна', email: person.email, label: 'Sent' });
    expect(message.timeline.map((event: { type: string }) => event.type)).toEqual(['planned', 'sent']);
    expect(sandbox.counts().get(await messageIdOf(id))).toBe(1);
    expect((await caller.get(`/api/v6/mailing_recipients/?profile_id=${person.id}`)).body).toMatchObject({ total: 1, messages: [{ id }] });
    expect((await caller.get('/api/v6/messaging/mailbox/')).body.mailbox).toMatchObject({ address, sent_today: 1 });
  });

  it('[EDIT-034] [EDIT-035] [EDIT-043] fills variables literally and rejects an empty one at its field', async () => {
    const { caller } = await connected();
    const { variables } = (await caller.get('/api/v6/mailing_variables/')).body;
    expect(variables).toContainEqual(expect.objectContaining({ name: 'FIRST_NAME', path: 'first_name' }));
    const { ids } = await here.application.database.asSystem((tx) =>
      upsertProfiles(
        tx,
        [
          profileData.parse({
            first_name: '<b>{{COMPANY}}</b>',
            last_name: 'X',
            contacts: [{ type: 'email', value: 'odd@candidates.test' }],
          }),
        ],
        {
          companyId: null,
          createdBy: null,
        },
      ),
    );
    const id = ids[0] ?? 0;
    const preview = await caller.post('/api/v6/messaging/preview/', {
      profile_id: id,
      subject: 'Hi',
      body: '<p>{{FIRST_NAME}} {{UNKNOWN}}</p><script>x</script>',
    });
    expect(preview.body.html).toContain('&lt;b&gt;{{COMPANY}}&lt;/b&gt; {{UNKNOWN}}');
    expect(preview.body.html).not.toContain('script');
    const refused = await sendTo(caller, { id }, { body: '<p>{{POSITION}}</p>', subject: 'Hi' });
    expect(refused).toMatchObject({ status: 400, body: { body: ['The variable POSITION is empty for this person'] } });
  });

  it('[SEND-038] [CONT-005] asks to open the contacts first, and reports a missing address', async () => {
    const { caller } = await connected();
    const person = await addPerson();
    expect((await caller.post('/api/v6/messages/', draft(person.id))).body).toEqual({ email: ['Open the contacts first'] });
    expect((await caller.get(`/api/v6/email_sources/?profile_id=${person.id}`)).body).toEqual({ sources: [], opened: false, available: 1 });
    const { caller: without } = await newRecruiter();
    expect((await sendTo(without, person)).status).toBe(403);
  });

  it("[SEND-009] detects the candidate's reply and shows it", async () => {
    const { caller } = await connected();
    const person = await addPerson();
    const { body } = await sendTo(caller, person);
    await waitFor(caller, body.id, 'sent');
    await answerAs(person.email, 'out_of_office');
    await until(async () =>
      expect((await caller.get(`/api/v6/messages/${body.id}/`)).body.replies).toMatchObject([{ kind: 'auto_reply' }]),
    );
    expect((await caller.get(`/api/v6/messages/${body.id}/`)).body.status).toBe('sent');
    await answerAs(person.email, 'reply', 'Спасибо, интересно!');
    const replied = await waitFor(caller, body.id, 'replied');
    expect(replied.replies).toMatchObject([
      { kind: 'auto_reply' },
      { kind: 'reply', text: 'Спасибо, интересно!', from_address: person.email },
    ]);
  });

  it('[SEND-026] [SEND-028] [SEND-031] reports an address that does not accept mail', async () => {
    const { caller } = await connected();
    await nextFault('recipient_refused');
    const person = await addPerson();
    const { body } = await sendTo(caller, person);
    const failed = await waitFor(caller, body.id, 'error');
    expect(failed).toMatchObject({
      error_reason: 'bounce',
      error_text: 'Email does not exist or does not accept messages',
      error_hint: 'Change the email address of the recipient',
    });
  });

  it('[SEND-026] a later bounce turns the message into an error', async () => {
    const { caller } = await connected();
    const person = await addPerson();
    const { body } = await sendTo(caller, person);
    await waitFor(caller, body.id, 'sent');
    await answerAs(person.email, 'bounce_hard');
    expect(await waitFor(caller, body.id, 'error')).toMatchObject({ error_reason: 'bounce' });
  });

  it('[SEND-008] looks in the Sent folder after a connection lost at the final dot: present means sent, absent means resent after the delay', async () => {
    const { caller } = await connected();
    const first = await sendTo(caller, await addPerson());
    await waitFor(caller, first.body.id, 'sent');
    for (const fault of ['drop_after_dot', 'drop_unkept']) {
      await nextFault(fault);
      const { body } = await sendTo(caller, await addPerson());
      const status = async () => (await caller.get(`/api/v6/messages/${body.id}/`)).body.status as string;
      const minutes = fault === 'drop_unkept' ? 60 : 0;
      for (let minute = 0; minute < minutes && (await status()) !== 'sent'; minute += 1) {
        await settled(5000);
        here.clock.advance(60_000);
      }
      await waitFor(caller, body.id, 'sent');
      expect(sandbox.counts().get(await messageIdOf(body.id))).toBe(1);
    }
  });

  it('[SEND-032] retries after a temporary refusal and shows it', async () => {
    const { caller } = await connected();
    await nextFault('temporary');
    const { body } = await sendTo(caller, await addPerson());
    const why = await until(async () => {
      const answer = await caller.get(`/api/v6/messages/${body.id}/why/`);
      expect(answer.body.reason).toBe('retry');
      return answer.body;
    });
    expect(Date.parse(why.expected_at) - here.clock.now().getTime()).toBe(60_000);
    here.clock.advance(61_000);
    await waitFor(caller, body.id, 'sent');
    expect(sandbox.counts().get(await messageIdOf(body.id))).toBe(1);
  });

  it('[SEND-002] [SEND-003] [SEND-012] [SEND-013] [SENT-002] [SENT-003] [SENT-006] [SENT-007] is listed as planned and then as sent, newest first', async () => {
    const { caller, user } = await connected();
    const hour = 3600_000;
    const planned: number[] = [];
    for (const hours of [1, 2, 3]) {
      const sendAt = new Date(here.clock.now().getTime() + hours * hour).toISOString();
      const { body } = await sendTo(caller, await addPerson(), { send_at: sendAt, subject: `Плановое ${hours}` });
      expect(body).toMatchObject({ status: 'planned', label: 'Planned', send_at: sendAt, sent_at: null, sender: { id: user.id } });
      planned.push(body.id);
    }
    const list = async (query: string) => (await caller.get(`/api/v6/mailing_recipients/?created_by=${user.id}&${query}`)).body;
    const ids = async (query: string) => (await list(query)).messages.map((message: { id: number }) => message.id);
    expect(await ids('')).toEqual(planned.toReversed());
    expect(await list('limit=1&offset=1')).toMatchObject({ total: 3, messages: [{ id: planned[1] }] });
    expect(await ids('status=planned&search=%D0%BF%D0%BB%D0%B0%D0%BD%D0%BE%D0%B2%D0%BE%D0%B5%202')).toEqual([planned[1]]);
    expect(await ids('status=sent')).toEqual([]);
    here.clock.advance(hour + 1000);
    const first = await waitFor(caller, planned[0] ?? 0, 'sent');
    expect(first.timeline).toMatchObject([
      { type: 'planned', timestamp: expect.any(String) },
      { type: 'sent', timestamp: expect.any(String) },
    ]);
    expect(await ids('status=sent')).toEqual([planned[0]]);
    expect(await ids('status=planned')).toEqual([planned[2], planned[1]]);
  });

  it('[ROLE-057] is hidden from other companies', async () => {
    const { caller } = await connected();
    const person = await addPerson();
    const { body } = await sendTo(caller, person);
    const foreign = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
    expect((await foreign.get(`/api/v6/messages/${body.id}/`)).status).toBe(404);
    expect((await foreign.get('/api/v6/mailing_recipients/')).body.total).toBe(0);
  });
});

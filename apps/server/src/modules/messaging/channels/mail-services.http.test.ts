import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profileData } from '@headwater/contract/profile-data';
import { sampleOf } from '@headwater/domain/testing/sample';
import { becomes, consentTo, mailboxOf, mailPassword, startMailServices, type Vendor } from '../../../../test/consent-fixtures.ts';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { mailboxesIn } from '../../../../test/mailbox-fixtures.ts';
import { answerAs, control, dateMail } from '../../../../test/mail-services.ts';
import { messagesIn } from '../../../../test/message-fixtures.ts';
import { upsertProfiles } from '../../profiles/store/write.ts';
import { until } from '../../../../test/settled.ts';

const services = await startMailServices('sourcer', 32);
const { sandbox, base } = services;
const here = useInstallation({ ...services.settings, HEADWATER_HOSTS_RU: 'hr.company.ru' });

const vendors: Vendor[] = ['gmail', 'outlook'];

let worker: { stop(): Promise<void> };
let company: number;

beforeAll(async () => {
  company = await here.addCompany();
  worker = await here.application.startWorker();
});
afterAll(async () => {
  await worker.stop();
  await services.stop();
});

async function newRecruiter(): Promise<{ caller: Caller; address: string; userId: number }> {
  const user = await here.addUser(company, 'worker');
  return { caller: await here.signIn(user), address: services.nextAddress(), userId: user.id };
}

async function connected(vendor: Vendor) {
  const recruiter = await newRecruiter();
  const accepted = await recruiter.caller.post(
    '/api/social_accounts/',
    await consentTo(recruiter.caller, vendor, { account: recruiter.address }),
  );
  expect(accepted).toMatchObject({ status: 200, body: { vendor, active: true } });
  return recruiter;
}

let persons = 0;
async function addPerson(): Promise<{ id: number; email: string }> {
  persons += 1;
  const email = `boris${persons}@candidates.test`;
  const person = profileData.parse({ first_name: 'Борис', last_name: 'Волков', contacts: [{ type: 'email', value: email }] });
  const { ids } = await here.application.database.asSystem((tx) => upsertProfiles(tx, [person], { companyId: null, createdBy: null }));
  return { id: ids[0] ?? 0, email };
}

async function send(caller: Caller, at?: Date) {
  const person = await addPerson();
  await caller.get(`/api/v6/profiles/${person.id}/get-contacts/`);
  const body = {
    profile_id: person.id,
    subject: 'Вакансия',
    body: '<p>Здравствуйте!</p>',
    request_key: `services-${person.id}`,
    ...(at ? { send_at: at.toISOString() } : {}),
  };
  const answer = await caller.post('/api/v6/messages/', body);
  expect(answer.status).toBe(200);
  return { id: answer.body.id as number, email: person.email };
}

const sentCopies = async (id: number) => {
  const { message_id: messageId } = await messagesIn(here).one({ id });
  return sandbox.counts().get(messageId) ?? 0;
};
/** Grants of Google in the sandbox. */
const granted = () => readFileSync(join(services.folder, 'grants-google.json'), 'utf8');
const fault = (what: string, milliseconds = 0) => control(sandbox, 'faults', { fault: what, milliseconds });

it('[I18N-009] the Russian branding offers no Microsoft 365', async () => {
  const { caller } = await newRecruiter();
  const at = (host: string, path: string) => caller.send({ method: 'GET', url: `/api/v6/messaging/${path}`, headers: { host } });
  const offered = async (host: string) => (await at(host, 'services/')).body.services.map(({ provider }: { provider: string }) => provider);
  expect([await offered('hire.company.test'), await offered('hr.company.ru')]).toEqual([['gmail', 'outlook'], ['gmail']]);
  expect((await at('hr.company.ru', 'outlook/connect/')).status).toBe(404);
  expect((await at('hire.company.test', 'outlook/connect/')).status).toBe(200);
});

// The conformance suite covers both adapters; these HTTP journeys take turns.
describe.each(sampleOf(vendors, 1, 'mail services'))('%s', (vendor) => {
  it('[MSET-006] [MSET-009] [SEND-001] [SEND-009] is connected by consent, sends once and receives the reply', async () => {
    const { caller, address } = await connected(vendor);
    expect(await mailboxOf(caller)).toMatchObject({ provider: vendor, address, state: 'connected', smtp: null, imap: null });
    const { id, email } = await send(caller);
    await becomes(caller, id, 'sent');
    expect(await sentCopies(id)).toBe(1);
    await answerAs(sandbox, email, { kind: 'reply', text: 'Да, давайте поговорим' });
    const replied = await becomes(caller, id, 'replied');
    expect(replied.replies).toMatchObject([{ kind: 'reply', text: 'Да, давайте поговорим', from_address: email }]);
    const stored = await mailboxesIn(here).find({ address });
    expect(JSON.stringify([stored, await mailboxOf(caller)])).not.toMatch(/\b(?:at|rt)\.[\w-]{20}/);
  });

  it('[MSET-007] [MSET-010] is exclusive: another account or service is rejected', async () => {
    const { caller } = await connected(vendor);
    const other = vendors.find((one) => one !== vendor) ?? vendor;
    const single = { non_field_errors: ['Only one mail service may be connected'] };
    expect(await caller.get(`/api/v6/messaging/${other}/connect/`)).toMatchObject({ status: 400, body: single });
    const second = await caller.post('/api/social_accounts/', await consentTo(caller, vendor, { account: services.nextAddress() }));
    expect(second).toMatchObject({ status: 400, body: single });
    const address = services.nextAddress();
    const server = { host: '127.0.0.1', port: sandbox.ports.smtp, security: 'none', user: address, password: mailPassword };
    const servers = { address, smtp: server, imap: { ...server, port: sandbox.ports.imap } };
    expect(await caller.post('/api/v6/messaging/smtp_imap/connect/', servers)).toMatchObject({ status: 400, body: single });
    expect((await caller.delete('/api/v6/messaging/mailbox/')).status).toBe(200);
    expect((await caller.post('/api/v6/messaging/smtp_imap/connect/', servers)).status).toBe(200);
  });

  it('[MSET-006] can be disconnected after the secret key changed', async () => {
    const { caller, address } = await connected(vendor);
    await mailboxesIn(here).update({ address }, { secret: 'sealed by another key' });
    expect((await caller.delete('/api/v6/messaging/mailbox/')).status).toBe(200);
    expect(await mailboxOf(caller)).toBeNull();
  });

  it('[MSET-011] rejects a consent that is foreign, modified, used or expired', async () => {
    const one = await newRecruiter();
    const other = await newRecruiter();
    const given = await consentTo(one.caller, vendor, { account: one.address });
    const accept = (caller: Caller, changes: object = {}) => caller.post('/api/social_accounts/', { ...given, ...changes });
    const stale = { status: 400, body: { non_field_errors: ['This consent is not yours or is too old. Connect again'] } };
    expect(await accept(other.caller)).toMatchObject(stale);
    expect(await accept(one.caller, { state: `${given.state.slice(0, -4)}AAAA` })).toMatchObject(stale);
    expect(await accept(one.caller, { vendor: vendors.find((each) => each !== vendor) })).toMatchObject(stale);
    const failed = { status: 400, body: { non_field_errors: ['Failed to connect the integration'] } };
    expect(await accept(one.caller, { access_token: 'code.made-up' })).toMatchObject(failed);
    expect((await accept(one.caller)).status).toBe(200);
    expect(await accept(one.caller)).toMatchObject(failed);
    here.clock.advance(31 * 60_000);
    expect(await accept(one.caller)).toMatchObject(stale);
  });

  it('[SEND-021] [SEND-030] waits while access is revoked, reports it, and continues after a new consent', async () => {
    const { caller, address } = await connected(vendor);
    await control(sandbox, 'grants', { mailbox: address, change: 'revoke' });
    const { id } = await send(caller);
    const sentence = 'The mail service no longer gives access to this mailbox';
    await until(async () => expect(await mailboxOf(caller)).toMatchObject({ state: 'broken', failure: sentence }));
    expect((await caller.get(`/api/v6/messages/${id}/`)).body.status).toBe('pending');
    expect((await caller.get(`/api/v6/messages/${id}/why/`)).body).toMatchObject({
      reason: 'mailbox_broken',
      text: expect.stringContaining(sentence),
    });
    expect((await caller.post('/api/v6/messaging/send_test_email/', { check_permission_only: true })).status).toBe(403);
    const again = await caller.post('/api/social_accounts/', await consentTo(caller, vendor, { account: address }));
    expect(again).toMatchObject({ status: 200, body: { active: true } });
    await becomes(caller, id, 'sent');
    expect(await sentCopies(id)).toBe(1);
  });

  it('[SEND-008] renews an expired access automatically and stores it sealed', async () => {
    const { caller, address } = await connected(vendor);
    const secretOf = async () => (await mailboxesIn(here).one({ address })).secret;
    const before = await secretOf();
    await control(sandbox, 'grants', { mailbox: address, change: 'expire' });
    const { id } = await send(caller);
    await becomes(caller, id, 'sent');
    await until(async () => expect(await secretOf()).not.toBe(before));
    expect((await caller.post('/api/v6/messaging/send_test_email/', { check_permission_only: true })).status).toBe(200);
  });

  it('[SEND-024] waits for the time that the service requests, and after a full mailbox until it is reconnected', async () => {
    const { caller, address } = await connected(vendor);
    await fault('limit', 600_000);
    const { id } = await send(caller);
    const why = await until(async () => {
      const { body } = await caller.get(`/api/v6/messages/${id}/why/`);
      expect(body.reason).toBe('retry');
      return body;
    });
    expect(Date.parse(why.expected_at) - here.clock.now().getTime()).toBe(600_000);
    await fault('mailbox_full');
    here.clock.advance(600_000);
    await until(async () =>
      expect(await mailboxOf(caller)).toMatchObject({ state: 'broken', failure: expect.stringContaining('mailbox is full') }),
    );
    expect(await sentCopies(id)).toBe(0);
    await caller.post('/api/social_accounts/', await consentTo(caller, vendor, { account: address }));
    await becomes(caller, id, 'sent');
    expect(await sentCopies(id)).toBe(1);
  });

  it('[SEND-008] checks the service after a lost answer, and resends only missing messages', async () => {
    const { caller } = await connected(vendor);
    for (const what of ['drop_after_dot', 'error_after_keeping', 'drop_unkept', 'temporary']) {
      await fault(what);
      const { id } = await send(caller);
      await until(async () => {
        here.clock.advance(5000);
        expect((await caller.get(`/api/v6/messages/${id}/`)).body.status).toBe('sent');
      });
      expect([what, await sentCopies(id)]).toEqual([what, 1]);
    }
  });

  it('[SEND-008] does not treat a message as lost that the service shows late, also after a restart of the worker', async () => {
    const { caller } = await connected(vendor);
    await fault('slow', 60_000);
    const { id } = await send(caller);
    const leaseOf = () => messagesIn(here).one({ id });
    await until(async () => expect((await leaseOf()).sent_lookups).toBe(1));
    const lease = Number((await leaseOf()).lease_until);
    expect(lease - here.clock.now().getTime()).toBeGreaterThanOrEqual(62_000);
    await worker.stop();
    worker = await here.application.startWorker();
    here.clock.advance(30_000);
    expect(await sentCopies(id)).toBe(0);
    await fetch(`${base}/control/faults`, { method: 'DELETE' });
    await until(async () => expect(await sentCopies(id)).toBe(1));
    here.clock.set(new Date(lease + 1000));
    await becomes(caller, id, 'sent');
    expect(await sentCopies(id)).toBe(1);
  });

  it('[SEND-008] [DEC-09] checks the messages of a killed worker: sent ones stay sent, lost ones are sent once', async () => {
    const { caller } = await connected(vendor);
    const { id: sent } = await send(caller);
    await becomes(caller, sent, 'sent');
    const { id: lost } = await send(caller, new Date(here.clock.now().getTime() + 3600_000));
    const over = new Date(here.clock.now().getTime() - 1000);
    const crashed = { state: 'handed_over', attempts: 1, claimed_by: 'killed', lease_until: over, sent_at: over } as const;
    await messagesIn(here).update({ id: [sent, lost] }, crashed);
    await becomes(caller, sent, 'sent');
    await becomes(caller, lost, 'sent');
    expect([await sentCopies(sent), await sentCopies(lost)]).toEqual([1, 1]);
  });

  it('[MSET-012] [MSET-013] [MSET-014] [MSET-015] sends from the chosen alias and receives replies to it', async () => {
    const { caller, address } = await connected(vendor);
    const aliases = () => caller.get('/api/v6/messaging/gmail/aliases/');
    const alias = `hiring.${address}`;
    const { from_name: ownName } = await mailboxOf(caller);
    // Microsoft 365 has one name for all addresses.
    const [first, team] = vendor === 'gmail' ? ['', 'Hiring team'] : [ownName, ''];
    const known = [
      { email: address, name: first },
      { email: alias, name: team },
    ];
    expect((await aliases()).body).toEqual({ aliases: known, from: { email: address, name: ownName } });
    const choose = (email: string) => caller.post('/api/v6/messaging/gmail/aliases/', { email });
    expect(await choose('stranger@company.test')).toMatchObject({ status: 400, body: { email: ['Choose one of your email aliases'] } });
    expect((await choose(alias.toUpperCase())).body.from).toEqual({ email: alias, name: team || ownName });
    expect((await caller.get('/api/v6/messaging/settings/')).body.sender_alias).toBe(team ? `${team} <${alias}>` : alias);
    expect(await mailboxOf(caller)).toMatchObject({ address, sends_from: alias });
    const { id, email } = await send(caller);
    await becomes(caller, id, 'sent');
    const received = await (await fetch(`${base}/mailbox/${email}/INBOX/1`)).text();
    expect(received).toContain(team ? `${team} &lt;${alias}&gt;` : alias);
    await dateMail(sandbox, here.clock.now());
    await answerAs(sandbox, email, { kind: 'reply', text: 'Слушаю' });
    await becomes(caller, id, 'replied');
    await control(sandbox, 'grants', { mailbox: address, change: 'revoke' });
    expect(await aliases()).toMatchObject({ status: 400, body: { detail: 'Could not load email aliases' } });
    expect((await mailboxOf(caller)).state).toBe('broken');
  });
});

describe('gmail alone', () => {
  it('[MSET-007] [MSET-010] keeps other connections of the account when one is refused or disconnected', async () => {
    const { caller, address } = await connected('gmail');
    const colleague = await newRecruiter();
    const accept = async (given: object) => (await colleague.caller.post('/api/social_accounts/', given)).status;
    const leave = 'https://www.googleapis.com/auth/gmail.readonly';
    expect(await accept(await consentTo(colleague.caller, 'gmail', { account: address, leave }))).toBe(400);
    expect(await accept(await consentTo(colleague.caller, 'gmail', { account: address }))).toBe(200);
    expect((await colleague.caller.delete('/api/v6/messaging/mailbox/')).status).toBe(200);
    expect(await accept(await consentTo(colleague.caller, 'gmail', { account: colleague.address }))).toBe(200);
    expect(await accept(await consentTo(colleague.caller, 'gmail', { account: address }))).toBe(400);
    const { id } = await send(caller);
    await becomes(caller, id, 'sent');
    expect(granted()).toContain(address);
    expect((await caller.delete('/api/v6/messaging/mailbox/')).status).toBe(200);
    expect(granted()).not.toContain(address);
  });

  it('[MSET-008] [MSET-010] requires all rights', async () => {
    const { caller, address } = await newRecruiter();
    const given = await consentTo(caller, 'gmail', { account: address, leave: 'https://www.googleapis.com/auth/gmail.readonly' });
    const refused = await caller.post('/api/social_accounts/', given);
    expect(refused).toMatchObject({ status: 400, body: { non_field_errors: ['All mail access rights must be granted'] } });
    expect(await mailboxOf(caller)).toBeNull();
  });
});

it('[MSET-006] lists the configured services', async () => {
  const { caller } = await newRecruiter();
  const services = [
    { provider: 'gmail', configured: true },
    { provider: 'outlook', configured: true },
  ];
  expect((await caller.get('/api/v6/messaging/services/')).body).toEqual({ services });
});

import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { becomes, consentTo, mailboxOf, mailPassword, startMailServices, type Vendor } from '../../../../test/consent-fixtures.ts';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { mailboxesIn } from '../../../../test/mailbox-fixtures.ts';
import { control } from '../../../../test/mail-services.ts';
import { messagesIn } from '../../../../test/message-fixtures.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { until } from '../../../../test/settled.ts';

const services = await startMailServices('mover', 24);
const { sandbox, base, nextAddress } = services;
const here = useInstallation(services.settings);

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

type Service = Vendor | 'smtp';

async function connect(caller: Caller, service: Service, address: string) {
  if (service === 'smtp') {
    const server = (port: number) => ({ host: '127.0.0.1', port, security: 'none', user: address, password: mailPassword });
    const servers = { smtp: server(sandbox.ports.smtp), imap: server(sandbox.ports.imap) };
    return caller.post('/api/v6/messaging/smtp_imap/connect/', { address, from_name: 'Rita', ...servers });
  }
  return caller.post('/api/social_accounts/', await consentTo(caller, service, { account: address }));
}

async function connected(service: Service) {
  const user = await here.addUser(company, 'worker');
  const caller = await here.signIn(user);
  const address = nextAddress();
  expect((await connect(caller, service, address)).status).toBe(200);
  return { user, caller, address };
}

const hour = 3600_000;
let written = 0;
async function write(caller: Caller, { later = false } = {}) {
  written += 1;
  const to = `boris${written}@movers.test`;
  const [profile] = await addProfiles(here, 1);
  const more = later ? { send_at: new Date(here.clock.now().getTime() + hour).toISOString() } : {};
  const payload = { profile_id: profile, email: to, subject: 'Hello', body: '<p>Hello</p>', request_key: `key-switch-${written}`, ...more };
  const { status, body } = await caller.post('/api/v6/messages/', payload);
  expect(status).toBe(200);
  return { id: body.id as number, to };
}

const messageOf = async (caller: Caller, id: number) => (await caller.get(`/api/v6/messages/${id}/`)).body;
const aliasOf = async (caller: Caller) => (await caller.get('/api/v6/messaging/settings/')).body.sender_alias;
const numbersIn = async (address: string) => {
  const list = await (await fetch(`${base}/mailbox/${encodeURIComponent(address)}/INBOX`)).text();
  return [...list.matchAll(/INBOX\/(\d+)"/g)].map((match) => Number(match[1]));
};
const newestIn = async (address: string) => {
  const uid = Math.max(...(await numbersIn(address)));
  return (await fetch(`${base}/mailbox/${encodeURIComponent(address)}/INBOX/${uid}?view=source`)).text();
};
const stateOf = (id: number) => messagesIn(here).one({ id });

/** State of a message that a killed worker had claimed or handed over. */
const leaveInHand = (id: number, state: 'claimed' | 'handed_over', until: number) => {
  const over = new Date(here.clock.now().getTime() + until);
  return messagesIn(here).update({ id }, { state, attempts: 1, claimed_by: 'killed', lease_until: over, sent_at: over });
};
const breakMailbox = (userId: number) =>
  mailboxesIn(here).update({ user_id: userId }, { state: 'broken', failure: { detail: 'mail_access_revoked' } });

describe('a broken mailbox that is replaced', () => {
  const moves: { from: Service; to: Service; sameAddress: boolean }[] = [
    { from: 'gmail', to: 'outlook', sameAddress: true },
    { from: 'outlook', to: 'outlook', sameAddress: false },
    { from: 'smtp', to: 'gmail', sameAddress: true },
    { from: 'gmail', to: 'smtp', sameAddress: false },
  ];
  it.each(moves)(
    '[SEND-008] [MSET-007] by $to after $from never resends a message that may have been sent',
    async ({ from, to, sameAddress }) => {
      const { caller, user, address } = await connected(from);
      const { id, to: reader } = await write(caller);
      await becomes(caller, id, 'sent');
      const untouched = await write(caller, { later: true });
      await breakMailbox(user.id);
      // The worker was killed after one handover and before the other.
      await leaveInHand(id, 'handed_over', -1000);
      await leaveInHand(untouched.id, 'claimed', -1000);
      expect((await connect(caller, to, sameAddress ? address : nextAddress())).status).toBe(200);
      await becomes(caller, id, 'error');
      expect(await messageOf(caller, id)).toMatchObject({ error_reason: 'unknown_outcome' });
      here.clock.advance(hour);
      await becomes(caller, untouched.id, 'sent');
      expect(await stateOf(id)).toMatchObject({ state: 'unknown' });
      expect([(await numbersIn(reader)).length, (await numbersIn(untouched.to)).length]).toEqual([1, 1]);
      const timeline = (await messageOf(caller, id)).timeline.map((event: { type: string }) => event.type);
      expect(timeline).toEqual(['planned', 'sent', 'unknown']);
    },
  );

  it('[SEND-008] continues automatically for the same account', async () => {
    const { caller, user, address } = await connected('gmail');
    const { id, to } = await write(caller);
    await becomes(caller, id, 'sent');
    await breakMailbox(user.id);
    await leaveInHand(id, 'handed_over', -1000);
    await connect(caller, 'gmail', address);
    await becomes(caller, id, 'sent');
    expect((await numbersIn(to)).length).toBe(1);
  });
});

async function withAlias() {
  const recruiter = await connected('gmail');
  const alias = `hiring.${recruiter.address}`;
  expect((await recruiter.caller.post('/api/v6/messaging/gmail/aliases/', { email: alias })).status).toBe(200);
  expect(await mailboxOf(recruiter.caller)).toMatchObject({ sends_from: alias });
  return { ...recruiter, alias };
}

describe('an ended access', () => {
  it('[SEND-021] does not break a mailbox that was reconnected in the meantime', async () => {
    const { caller, user, address } = await connected('gmail');
    // The worker must not detect it first.
    await worker.stop();
    const access = async () => {
      const kept = await mailboxesIn(here).one({ user_id: user.id });
      return [kept.secret, kept.access_number];
    };
    const put = 'update mailboxes set secret = $2, access_number = $3 where user_id = $1';
    const old = await access();
    expect((await connect(caller, 'gmail', address)).status).toBe(200);
    const anew = await access();
    expect(anew[1]).not.toBe(old[1]);
    await here.sql(put, [user.id, ...old]);
    await control(sandbox, 'grants', { mailbox: address, change: 'revoke' });
    const connecting = new Client({ connectionString: here.databaseUrl });
    await connecting.connect();
    const ask = () => caller.get('/api/v6/messaging/gmail/aliases/');
    await connecting.query('begin');
    await connecting.query(put, [user.id, ...anew]);
    const late = ask();
    await until(async () => {
      const waiting = await here.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      expect(waiting.length).toBe(1);
    });
    await connecting.query('commit');
    await connecting.end();
    expect((await late).status).toBe(400);
    expect(await mailboxOf(caller)).toMatchObject({ state: 'connected', failure: null });
    // A failure of the current access counts.
    expect((await ask()).status).toBe(400);
    expect(await mailboxOf(caller)).toMatchObject({ state: 'broken' });
    worker = await here.application.startWorker();
  });
});

describe('an alias', () => {
  it.each(['outlook', 'smtp'] as const)(
    '[MSET-014] [MSET-015] is valid only for its account: %s sends from its own address',
    async (next) => {
      const { caller, user, address, alias } = await withAlias();
      await breakMailbox(user.id);
      expect((await connect(caller, 'gmail', address)).status).toBe(200);
      expect(await aliasOf(caller)).toContain(alias);
      await breakMailbox(user.id);
      expect((await connect(caller, next, address)).status).toBe(200);
      expect([await aliasOf(caller), (await mailboxOf(caller)).sends_from]).toEqual([null, address]);
      const { id, to } = await write(caller);
      await becomes(caller, id, 'sent');
      const source = await newestIn(to);
      expect(source).toContain(`&lt;${address}&gt;`);
      expect(source).not.toContain(alias);
      expect((await caller.post('/api/v6/messaging/send_test_email/', { check_permission_only: false })).status).toBe(200);
    },
  );

  it('[MSET-014] [MSET-015] entered manually is a name or an own address', async () => {
    const { caller, user, address } = await connected('smtp');
    const save = (sender_alias: string) => caller.patch('/api/v6/messaging/settings/', { sender_alias });
    const disguised = ['ceo＠bank.test', 'ceo﹫bank.test', 'ceo\u200b@\u2060bank.test', 'CEO ＜ceo＠bank.test＞'];
    const plain = ['boss@company.test', 'Boss <boss@company.test>', 'boss@company.test <', `boss@company.test <${address}>`];
    const strangers = [...plain, ...disguised, `ceo＠bank.test <${address}>`];
    const own = { sender_alias: ['Enter a name, or the address of your own mailbox'] };
    for (const stranger of strangers) expect([stranger, await save(stranger)]).toMatchObject([stranger, { status: 400, body: own }]);
    expect(await aliasOf(caller)).toBeNull();
    expect((await save(`Rita of Acme <${address.toUpperCase()}>`)).status).toBe(200);
    expect((await save('Rita @ Acme')).body.sender_alias).toBe('Rita @ Acme');
    const named = await write(caller);
    await becomes(caller, named.id, 'sent');
    expect(await newestIn(named.to)).toContain(`&lt;${address}&gt;`);
    expect(await newestIn(named.to)).toContain('Rita @ Acme');
    // Stored before the validation existed.
    await here.sql(`update messaging_settings set sender_alias = 'Boss <boss@company.test>' where user_id = $1`, [user.id]);
    const { id, to } = await write(caller);
    await becomes(caller, id, 'sent');
    const source = await newestIn(to);
    expect(source).toContain(`Boss &lt;${address}&gt;`);
    expect(source).not.toContain('boss@company.test');
    expect(await mailboxOf(caller)).toMatchObject({ sends_from: address });
  });

  it.each(['gmail', 'outlook'] as const)(
    '[MSET-014] [MSET-015] entered manually may only be an address that %s confirms for the user',
    async (service) => {
      const { caller, address } = await connected(service);
      const save = (sender_alias: string) => caller.patch('/api/v6/messaging/settings/', { sender_alias });
      expect(await save('boss@company.test')).toMatchObject({ status: 400, body: { sender_alias: ['Choose one of your email aliases'] } });
      expect((await save(`Hiring <hiring.${address}>`)).status).toBe(200);
      expect(await mailboxOf(caller)).toMatchObject({ sends_from: `hiring.${address}` });
      await control(sandbox, 'grants', { mailbox: address, change: 'revoke' });
      expect(await save(`hiring.${address}`)).toMatchObject({ status: 400, body: { sender_alias: ['Could not load email aliases'] } });
    },
  );

  it('[MSET-014] is deleted with a disconnected mailbox', async () => {
    const { caller } = await withAlias();
    expect((await caller.delete('/api/v6/messaging/mailbox/')).status).toBe(200);
    expect(await aliasOf(caller)).toBeNull();
    const address = nextAddress();
    expect((await connect(caller, 'outlook', address)).status).toBe(200);
    expect(await mailboxOf(caller)).toMatchObject({ sends_from: address });
  });
});

describe('a disconnected mailbox', () => {
  it('[SEND-008] [MSET-006] leaves nothing pending: unknown outcomes wait for a decision, other messages end with a reason', async () => {
    const { caller, address } = await connected('smtp');
    const [gone, begun, planned] = [await write(caller), await write(caller, { later: true }), await write(caller, { later: true })];
    await becomes(caller, gone.id, 'sent');
    await leaveInHand(gone.id, 'handed_over', hour);
    await leaveInHand(begun.id, 'claimed', hour);
    expect((await caller.delete('/api/v6/messaging/mailbox/')).status).toBe(200);
    for (const { id } of [begun, planned]) {
      expect(await messageOf(caller, id)).toMatchObject({ status: 'error', error_reason: 'integration_disabled' });
    }
    expect(await messageOf(caller, gone.id)).toMatchObject({ status: 'error', error_reason: 'unknown_outcome' });
    const decide = () => caller.post(`/api/v6/messages/${gone.id}/decide/`, { decision: 'send_again' });
    expect((await decide()).status).toBe(403);
    await connect(caller, 'smtp', address);
    expect((await decide()).status).toBe(200);
    // Its worker may still be sending.
    expect((await messageOf(caller, gone.id)).status).toBe('planned');
    here.clock.advance(hour + 1000);
    await becomes(caller, gone.id, 'sent');
    expect((await numbersIn(gone.to)).length).toBe(2);
  });
});

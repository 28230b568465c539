import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Sandbox, startSandbox } from '@headwater/sandbox/sandbox';
import { openDatabase } from '#platform/database/database.ts';
import { installationFingerprint } from '#platform/database/fingerprint.ts';
import { createLog } from '#platform/log.ts';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { messagesIn } from '../../../../test/message-fixtures.ts';
import { databaseUrl, templateDatabase } from '../../../../test/postgres.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { settled, until } from '../../../../test/settled.ts';

const here = useInstallation();
const password = 'Mail-Pass-1';
const address = 'recruiter@company.test';

let folder: string;
let sandbox: Sandbox;
let worker: { stop(): Promise<void> };
let recruiter: Caller;
let admin: Caller;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headwater-arming-'));
  const ports = { smtpPort: 0, imapPort: 0, httpPort: 0 };
  // A server that files sent mail itself, like Gmail: absence from its Sent folder proves that
  // nothing was sent.
  sandbox = await startSandbox({ directory: folder, ...ports, users: [{ address, password }], filesSentMail: true });
  const company = await here.addCompany();
  recruiter = await here.signIn(await here.addUser(company, 'worker'));
  admin = await here.signIn(await here.addUser(company, 'admin'));
  worker = await here.application.startWorker();
  const server = (port: number) => ({ host: '127.0.0.1', port, security: 'none', user: address, password });
  const servers = { smtp: server(sandbox.ports.smtp), imap: server(sandbox.ports.imap) };
  await recruiter.post('/api/v6/messaging/smtp_imap/connect/', { address, from_name: 'Rita', ...servers });
});
afterAll(async () => {
  await worker.stop();
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

let counter = 0;
async function write(): Promise<{ id: number; to: string }> {
  counter += 1;
  const to = `anna${counter}@candidates.test`;
  const [profile] = await addProfiles(here, 1);
  const body = { profile_id: profile, email: to, subject: 'Hello', body: '<p>Hello</p>', request_key: `key-sendingLock-${counter}` };
  const answer = await recruiter.post('/api/v6/messages/', body);
  expect(answer.status).toBe(200);
  return { id: answer.body.id, to };
}

const statusOf = async (id: number) => (await recruiter.get(`/api/v6/messages/${id}/`)).body.status as string;
const untilStatus = (id: number, status: string) => until(async () => expect(await statusOf(id)).toBe(status));
const copiesTo = async (to: string) => {
  const list = await (await fetch(`http://127.0.0.1:${sandbox.ports.http}/mailbox/${encodeURIComponent(to)}/INBOX`)).text();
  return [...list.matchAll(/INBOX\/\d+"/g)].length;
};
const isPaused = async (who: Caller) => (await who.get('/api/internal/users/me/')).body.sending_paused as boolean;

/** Simulates a restored dump or a copied folder: the stored fingerprint differs. */
const becomeCopy = () => here.sql(`update installation set value = jsonb_set(value, '{fingerprint}', '"elsewhere"') where key = 'sending'`);

describe('a restored copy', () => {
  it('[DEC-09] [DEC-10] does not send and shows why until an admin arms it, and then sends nothing twice', async () => {
    const first = await write();
    await untilStatus(first.id, 'sent');
    expect(await isPaused(recruiter)).toBe(false);

    await becomeCopy();
    expect(await isPaused(recruiter)).toBe(true);
    // The state of the backup: sent since, and due again in the copy.
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await messagesIn(here).update({ id: first.id }, { state: 'planned', sent_at: null, send_at: anHourAgo });
    // Due as well, and never sent.
    const unsent = await write();
    // The clock of the test does not move; the database's does.
    await messagesIn(here).update({ id: [first.id, unsent.id] }, { created_at: new Date(Date.now() - 24 * 3_600_000) });
    const later = await write();
    await settled();
    for (const { id } of [first, unsent, later]) expect(await statusOf(id)).toBe('pending');
    expect((await recruiter.get(`/api/v6/messages/${later.id}/why/`)).body).toMatchObject({ reason: 'paused', expected_at: null });

    expect((await recruiter.post('/api/v6/messaging/arm/')).status).toBe(403);
    expect((await admin.post('/api/v6/messaging/arm/')).status).toBe(200);
    expect(await isPaused(recruiter)).toBe(false);
    for (const { id } of [first, unsent, later]) await untilStatus(id, 'sent');
    expect([await copiesTo(first.to), await copiesTo(unsent.to), await copiesTo(later.to)]).toEqual([1, 1, 1]);
  });

  it('[DEC-09] can be paused manually', async () => {
    await here.application.sendingLock.engage();
    const message = await write();
    await settled();
    expect(await statusOf(message.id)).toBe('pending');
    await here.application.sendingLock.release();
    await untilStatus(message.id, 'sent');
  });

  it('[DEC-09] is armed by staff only if companies share the installation', async () => {
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    await here.application.sendingLock.engage();
    expect(await admin.post('/api/v6/messaging/arm/')).toMatchObject({ status: 403, body: { code: 'resume_by_staff' } });
    expect((await admin.get('/api/internal/users/me/')).body).toMatchObject({ sending_paused: true, may_resume_sending: false });
    expect((await staff.get('/api/internal/users/me/')).body).toMatchObject({ sending_paused: true, may_resume_sending: true });
    expect((await staff.post('/api/v6/messaging/arm/')).status).toBe(200);
    expect(await isPaused(admin)).toBe(false);
  });
});

describe('the fingerprint of an installation', () => {
  it('[DEC-09] is stable across connections, and differs for a copy of the database or data folder', async () => {
    const url = inject('postgresUrl');
    const owner = new Client({ connectionString: url });
    await owner.connect();
    const names = ['fingerprint_one', 'fingerprint_two'].map((name) => `${name}_${process.pid}`);
    for (const name of names) await owner.query(`create database ${name} template ${templateDatabase}`);
    const fingerprintIn = async (name: string, markFile?: string) => {
      const database = openDatabase({ url: databaseUrl(url, name), max: 1, log: createLog('silent') });
      const found = await database.asSystem((tx) => installationFingerprint(tx, markFile));
      await database.close();
      return found;
    };
    const [one = '', two = ''] = names;
    const [mark, copy] = [join(folder, 'installed-here'), join(folder, 'copied-here')];
    expect(await fingerprintIn(one)).toBe(await fingerprintIn(one));
    expect(await fingerprintIn(two)).not.toBe(await fingerprintIn(one));
    const marked = await fingerprintIn(one, mark);
    expect(await fingerprintIn(one, mark)).toBe(marked);
    copyFileSync(mark, copy);
    expect(await fingerprintIn(one, copy)).not.toBe(marked);
    for (const name of names) await owner.query(`drop database ${name}`);
    await owner.end();
  });
});

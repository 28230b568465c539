import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InstallationStatus } from '@headwater/contract/installation';
import { dayMs } from '@headwater/domain/time/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { createReleaseDatabase } from '../../../test/releases/database.ts';
import { until } from '../../../test/settled.ts';

const folder = mkdtempSync(join(tmpdir(), 'headwater-status-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const here = useInstallation({ HEADWATER_BACKUP_DIR: folder }, undefined, createReleaseDatabase);
const path = '/api/v6/installation/';
let staff: Caller;
let admin: Caller;
let holder: Caller;
beforeAll(async () => {
  const company = await here.addCompany();
  staff = await here.signIn(await here.addUser(company, 'super_user'));
  admin = await here.signIn(await here.addUser(company, 'admin'));
  const user = await here.addUser(company, 'admin');
  await here.sql('update users set holds_staff_rights = true where id = $1', [user.id]);
  holder = await here.signIn(user);
});

const read = async () => (await staff.get(path)).body as InstallationStatus;
const kindsOf = ({ problems }: InstallationStatus) => problems.map(({ kind }) => kind);

describe('the state of the installation', () => {
  it('[OPS-003] is shown to super users and administrators with staff rights only', async () => {
    expect([(await staff.get(path)).status, (await holder.get(path)).status]).toEqual([200, 200]);
    expect([(await admin.get(path)).status, (await admin.post(`${path}backups/`, {})).status]).toEqual([403, 403]);
  });

  it('[OPS-003] names versions, queues, mailboxes, disk and search', async () => {
    await here.sql(`update mailboxes set state = 'broken' where id = (select min(id) from mailboxes)`);
    await here.sql(`select graphile_worker.add_job('nobody_runs_this', '{}', run_at := now() - interval '1 hour')`);
    const [message] = await here.sql<{ count: number }>(`select count(*)::int as count from messages where state = 'planned'`);
    const before = await read();
    expect(before).toMatchObject({
      versions: { product: '0.1.0', node: process.version.slice(1), database: expect.stringMatching(/^\d+\.\d+/) },
      messages: { waiting: message?.count },
      mailboxes: { broken: 1, troubled: [{ address: expect.stringContaining('@'), company: { name: expect.any(String) } }] },
      search: { engine: 'embedded', state: 'not_loaded', comparison: null },
    });
    expect(before.disk.total).toBeGreaterThan(before.disk.free);
    expect(before.database_bytes).toBeGreaterThan(0);
    await here.application.search.start();
    const after = await read();
    expect(after.search).toMatchObject({ state: 'ready' });
    expect(after.search.documents).toBeGreaterThan(0);
  });

  it('[OPS-003] [OPS-002] lists what needs attention, with the oldest moment', async () => {
    await here.sql(`update messages set state = 'planned', send_at = $1 where id = (select max(id) from messages where state = 'sent')`, [
      new Date(here.clock.now().getTime() - 2 * dayMs),
    ]);
    const status = await read();
    expect(kindsOf(status)).toEqual(expect.arrayContaining(['worker_away', 'mailboxes_broken', 'messages_late', 'system_mail_off']));
    expect(status.problems.find(({ kind }) => kind === 'mailboxes_broken')).toMatchObject({ count: 1 });
    expect(status.problems.find(({ kind }) => kind === 'messages_late')?.since).toBe(status.messages.oldest_due);
  });

  it('[OPS-003] shows the backup that was asked for', { timeout: 300_000 }, async () => {
    expect((await read()).backups).toMatchObject({ plan: { folder, hour: 2 }, is_running: false, last: null, failure: null });
    expect((await holder.post(`${path}backups/`, {})).body).toEqual({ is_running: true });
    expect((await read()).backups.is_running).toBe(true);
    const worker = await here.application.startWorker();
    const made = await until(
      async () => {
        const { backups } = await read();
        expect(backups).toMatchObject({ is_running: false, last: { is_encrypted: false } });
        return backups.last;
      },
      { timeout: 240_000 },
    );
    await worker.stop();
    expect(made?.bytes).toBeGreaterThan(0);
    here.clock.advance(2 * dayMs);
    expect(kindsOf(await read())).toContain('backup_old');
  });
});

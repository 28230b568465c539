import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs } from '@headwater/domain/time/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backup } from '../../commands/backup.ts';
import { run } from '../../../test/backup-fixtures.ts';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { until } from '../../../test/settled.ts';

const root = mkdtempSync(join(tmpdir(), 'headwater-nightly-'));
const folder = join(root, 'backups');
const passphraseFile = join(root, 'passphrase');
writeFileSync(passphraseFile, 'correct horse battery staple');
afterAll(() => rmSync(root, { recursive: true, force: true }));

const here = useInstallation({
  HEADWATER_BACKUP_DIR: folder,
  HEADWATER_BACKUP_HOUR: '2',
  HEADWATER_BACKUP_KEEP_DAYS: '1',
  HEADWATER_BACKUP_KEEP_WEEKS: '0',
  HEADWATER_BACKUP_PASSPHRASE_FILE: passphraseFile,
});
let staff: Caller;
let admin: Caller;
let workers: { stop(): Promise<void> }[] = [];
beforeAll(async () => {
  here.clock.set(new Date('2026-12-01T02:10:00Z'));
  const company = await here.addCompany();
  staff = await here.signIn(await here.addUser(company, 'super_user', { language: 'en' }));
  admin = await here.signIn(await here.addUser(company, 'admin', { language: 'en' }));
  workers = [await here.application.startWorker(), await here.openAgain().startWorker()];
});
afterAll(() => Promise.all(workers.map((worker) => worker.stop())));

const marker = '.headwater-installation';
const names = () =>
  readdirSync(folder)
    .filter((name) => name !== marker)
    .toSorted();
const noticesOf = async (who: Caller) => (await who.get('/api/v6/notices/')).body.notices as { kind: string; detail: string }[];
const factOf = async (key: string) =>
  (await here.sql<{ value: Record<string, unknown> }>('select value from installation where key = $1', [key]))[0]?.value;

const patient = { timeout: 300_000 };
const isOver = (task: string) =>
  until(async () => expect(await here.sql('select from graphile_worker.jobs where task_identifier = $1', [task])).toEqual([]), patient);
async function runTask(task: 'nightly_backup' | 'make_backup'): Promise<void> {
  await here.sql(`select graphile_worker.add_job($1, '{}')`, [task]);
  await isOver(task);
}

describe('nightly backups', () => {
  it('[OPS-001] makes an encrypted one that the command verifies, once a night', patient, async () => {
    await runTask('nightly_backup');
    expect(names()).toEqual(['headwater-2026-12-01T021000Z']);
    const verified = await run(backup, {}, '--verify', join(folder, names()[0] ?? ''), '--passphrase-file', passphraseFile);
    expect(verified).toEqual({ code: 0, said: expect.stringMatching(/is complete: \d+ rows/) });
    expect(await factOf('backup_made')).toMatchObject({ name: names()[0], missing: 0, isEncrypted: true });
    here.clock.set(new Date('2026-12-02T01:59:00Z'));
    await runTask('nightly_backup');
    expect(names()).toHaveLength(1);
  });

  it('[OPS-001] catches up on a missed hour in one process, and deletes old backups and the rest of a killed one', patient, async () => {
    mkdirSync(join(folder, 'mine'));
    mkdirSync(join(folder, '.headwater-2026-12-01T030000Z.part/database'), { recursive: true });
    here.clock.set(new Date('2026-12-02T17:00:00Z'));
    await here.sql(`select graphile_worker.add_job('nightly_backup', '{}'), graphile_worker.add_job('nightly_backup', '{}')`);
    await isOver('nightly_backup');
    expect(names()).toEqual(['headwater-2026-12-02T170000Z', 'mine']);
  });
});

describe('a failed backup', () => {
  it('[OPS-001] leaves a folder of another installation as it is', patient, async () => {
    const before = names();
    const own = readFileSync(join(folder, marker), 'utf8');
    writeFileSync(join(folder, marker), 'another installation');
    mkdirSync(join(folder, '.headwater-2026-12-01T030000Z.part'));
    here.clock.advance(dayMs);
    await runTask('nightly_backup');
    expect(names()).toEqual(['.headwater-2026-12-01T030000Z.part', ...before]);
    expect((await noticesOf(staff))[0]).toMatchObject({ kind: 'installation', detail: 'foreign' });
    writeFileSync(join(folder, marker), own);
    rmSync(join(folder, '.headwater-2026-12-01T030000Z.part'), { recursive: true });
  });

  it('[OPS-001] is reported while stored files are missing, and keeps older backups', patient, async () => {
    const before = names();
    const [file] = await here.sql<{ id: number }>(
      `insert into files (filename, size, media_type, store_key) values ('lost', 10, 'text/plain', 'bb/12345678') returning id`,
    );
    here.clock.advance(dayMs);
    await runTask('nightly_backup');
    expect(names()).toHaveLength(before.length + 1);
    expect((await noticesOf(staff))[0]).toMatchObject({ kind: 'installation', detail: 'incomplete' });
    await here.sql('delete from files where id = $1', [file?.id]);
  });

  it('[OPS-001] tells those who run the installation, leaves nothing behind, and is not repeated in the same night', patient, async () => {
    const before = names();
    writeFileSync(passphraseFile, 'short');
    here.clock.advance(dayMs);
    await runTask('nightly_backup');
    await runTask('nightly_backup');
    expect(names()).toEqual(before);
    expect((await noticesOf(staff))[0]).toMatchObject({ kind: 'installation', detail: 'passphrase' });
    expect(await noticesOf(admin)).toEqual([]);
    writeFileSync(passphraseFile, 'correct horse battery staple');
  });

  it('[OPS-002] says that the folder cannot be written', patient, async () => {
    here.clock.advance(dayMs);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file');
    await runTask('make_backup');
    expect((await noticesOf(staff))[0]).toMatchObject({ kind: 'installation', detail: 'folder' });
    rmSync(folder);
  });

  it.runIf(process.platform === 'linux')(
    '[OPS-002] is noticed before anything is written if the disk has too little space',
    patient,
    async () => {
      here.clock.advance(dayMs);
      // The database claims files that no disk of a test has room for.
      const [file] = await here.sql<{ id: number }>(
        `insert into files (filename, size, media_type, store_key) values ('big', 900000000000000, 'text/plain', 'aa/12345678') returning id`,
      );
      await runTask('make_backup');
      expect(names()).toEqual([]);
      expect((await noticesOf(staff))[0]).toMatchObject({ kind: 'installation', detail: 'space' });
      await here.sql('delete from files where id = $1', [file?.id]);
    },
  );
});

const kindsOf = async (who: Caller) =>
  ((await who.get('/api/v6/notices/settings/')).body.settings as { kind: string }[]).map(({ kind }) => kind);

it('offers the settings of this notice to those who run the installation only', async () => {
  expect(await kindsOf(staff)).toContain('installation');
  expect(await kindsOf(admin)).not.toContain('installation');
});

import { randomBytes } from 'node:crypto';
import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  ask,
  changeManifest,
  changedCopy,
  cleanUpBackups,
  emptyTable,
  linesOf,
  makeOwnedDatabase,
  manifestOf,
  modesOf,
  newFolder,
  open,
  rowsOf,
  run,
  type Settings,
  writeFileList,
} from '../../test/backup-fixtures.ts';
import { type Caller, type TestUser, useInstallation } from '../../test/installation.ts';
import { databaseUrl } from '../../test/postgres.ts';
import { createReleaseDatabase } from '../../test/releases/database.ts';
import { upload } from '../../test/upload.ts';
import { addProfiles } from '../../test/vacancy-fixtures.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

let bucket: S3rver;
let bucketPort: number;
beforeAll(async () => {
  const configureBuckets = [{ name: 'restored', configs: [] }];
  bucket = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: newFolder(), configureBuckets });
  bucketPort = (await bucket.run()).port;
});
afterAll(async () => {
  await bucket.close();
  await cleanUpBackups();
});

/** A restore changes the line about sending. */
const factsOf = (lines: readonly string[] = []) => lines.filter((line) => !line.startsWith('sending\t'));

describe('backup and restore', () => {
  const here = useInstallation();
  let settings: Settings;
  let recruiter: TestUser;
  let caller: Caller;
  let kept: string;

  beforeAll(async () => {
    settings = { DATABASE_URL: here.databaseUrl, HEADWATER_DATA_DIR: dirname(here.filesFolder) };
    const company = await here.addCompany({ name: 'Tricky \\ "name"\n\tпо-русски' });
    recruiter = await here.addUser(company, 'worker');
    caller = await here.signIn(recruiter);
    await addProfiles(here, 5);
    // A transaction position of this cluster; another cluster reaches it late or never.
    await here.sql('update search_position set pruned_below = 1000000000000');
    for (const name of ['one', 'two']) {
      const answer = await upload(caller, { filename: `${name}.txt`, bytes: `Text of ${name}` });
      if (answer.status !== 200) throw new Error(`upload answered ${answer.status}`);
    }
    kept = join(newFolder(), 'backup');
    const { code, said } = await run(backup, settings, kept);
    if (code !== 0) throw new Error(said);
  });

  it('[DEC-09] restores database, files and keys for an owner without superuser rights, and sends nothing until armed', async () => {
    const url = await makeOwnedDatabase();
    const s3 = { HEADWATER_S3_ENDPOINT: `http://127.0.0.1:${bucketPort}`, HEADWATER_S3_BUCKET: 'restored' };
    const keys = { HEADWATER_S3_ACCESS_KEY: 'S3RVER', HEADWATER_S3_SECRET_KEY: 'S3RVER' };
    const target = { DATABASE_URL: url, HEADWATER_DATA_DIR: newFolder(), ...s3, ...keys };
    expect(await run(restore, target, kept)).toEqual({
      code: 0,
      said: expect.stringMatching(/Restored \d+ rows and 2 files\. Nothing is sent until sending is switched on/),
    });
    const { application, app } = await open(target);
    const again = await here.signIn(recruiter, app);
    expect((await again.get('/api/internal/users/me/')).body).toMatchObject({ sending_paused: true });
    expect(await application.database.asSystem((tx) => application.sendingLock.maySend(tx))).toBe(false);
    await application.sendingLock.release();
    expect((await again.get('/api/internal/users/me/')).body).toMatchObject({ sending_paused: false });

    const next = join(newFolder(), 'again');
    expect(await run(backup, target, next)).toMatchObject({ code: 0 });
    expect(readFileSync(join(next, 'files.sha256'), 'utf8')).toBe(readFileSync(join(kept, 'files.sha256'), 'utf8'));
    expect(readFileSync(join(next, 'secret.key'), 'utf8')).toBe(readFileSync(join(kept, 'secret.key'), 'utf8'));
    const changed = ['installation', 'sessions', 'audit_entries', 'known_devices'];
    const same = (folder: string) => Object.entries(rowsOf(folder)).filter(([name]) => !changed.includes(name));
    expect(same(next)).toEqual(same(kept));
  });

  it('continues numbers and keeps foreign keys, triggers and row-level security in the restored database', async () => {
    const [url, data] = [await makeOwnedDatabase(), newFolder()];
    expect(await run(restore, { DATABASE_URL: url, HEADWATER_DATA_DIR: data }, kept)).toMatchObject({ code: 0 });
    const guards = `select
      (select count(*)::int from pg_constraint where contype = 'f') as keys,
      (select count(*)::int from pg_trigger where tgenabled <> 'O') as disabled,
      (select count(*)::int from pg_class where relforcerowsecurity) as forced`;
    expect(await ask(url, guards)).toEqual(await here.sql(guards));
    const [last] = await here.sql<{ id: number }>('select max(id)::int as id from profiles');
    expect(await ask(url, 'select pruned_below from search_position')).toEqual([{ pruned_below: 0 }]);
    const [added] = await ask<{ id: number }>(url, 'select nextval(pg_get_serial_sequence($$profiles$$, $$id$$))::int as id');
    expect(added?.id).toBeGreaterThan(last?.id ?? 0);
  });

  it('copies one moment while rows are written', async () => {
    const progress = { writes: 0, isOver: false };
    const write = async () => {
      while (!progress.isOver) {
        await here.sql(`with c as (insert into companies (name) values ('Busy') returning id)
          insert into departments (company_id, name, created_at) select id, 'Busy', now() from c`);
        progress.writes += 1;
      }
    };
    const writing = write();
    const folder = join(newFolder(), 'busy');
    const { code } = await run(backup, settings, folder);
    progress.isOver = true;
    await writing;
    expect(code).toBe(0);
    expect(progress.writes).toBeGreaterThan(0);
    const url = await makeOwnedDatabase();
    expect(await run(restore, { DATABASE_URL: url, HEADWATER_DATA_DIR: newFolder() }, folder)).toMatchObject({ code: 0 });
    const [counts] = await ask<{ companies: number; departments: number }>(
      url,
      `select (select count(*)::int from companies where name = 'Busy') as companies, (select count(*)::int from departments) as departments`,
    );
    expect(counts?.companies).toBe(counts?.departments);
  });

  it.runIf(process.platform !== 'win32')('is readable by its owner alone', () => {
    expect([...new Set(modesOf(kept))].toSorted()).toEqual(['file 600', 'folder 700']);
    expect(statSync(kept).mode & 0o777).toBe(0o700);
  });

  describe('a backup', () => {
    it.each([
      ['without a folder', [], /^Usage: npm run backup/],
      ['into two folders', ['one', 'two'], /^Usage: npm run backup/],
      ['with an unknown option', ['--all'], /^Usage: npm run backup/],
    ])('is refused %s', async (_what, args, sentence) => {
      expect(await run(backup, settings, ...args)).toEqual({ code: 1, said: expect.stringMatching(sentence) });
    });

    it('is refused into a folder with files, which stay', async () => {
      const folder = newFolder();
      writeFileSync(join(folder, 'mine'), 'mine');
      expect(await run(backup, settings, folder)).toEqual({ code: 1, said: `${folder} is not empty: name a new folder for each backup.` });
      expect(readdirSync(folder)).toEqual(['mine']);
    });

    it('is refused with other settings than those of the product, and creates nothing', async () => {
      const data = newFolder();
      const target = join(newFolder(), 'backup');
      const embedded = await run(backup, { HEADWATER_DATA_DIR: data }, target);
      expect(embedded).toEqual({ code: 1, said: expect.stringMatching(/^There is no embedded database in /) });
      const noKey = await run(backup, { ...settings, HEADWATER_DATA_DIR: data }, target);
      expect(noKey).toEqual({ code: 1, said: expect.stringMatching(/^There is no secret key in /) });
      const otherKey = { ...settings, HEADWATER_SECRET_KEY: randomBytes(32).toString('base64') };
      expect(await run(backup, otherKey, target)).toEqual({ code: 1, said: expect.stringMatching(/another secret key/) });
      expect([readdirSync(data), existsSync(target)]).toEqual([[], false]);
    });

    it('names files that the file store has lost, and copies the rest', async () => {
      const data = newFolder();
      cpSync(dirname(here.filesFolder), data, { recursive: true });
      const [file] = readdirSync(join(data, 'files'), { recursive: true, encoding: 'utf8' }).filter((path) => path.includes(sep));
      rmSync(join(data, 'files', file ?? ''));
      const folder = join(newFolder(), 'backup');
      const { code, said } = await run(backup, { ...settings, HEADWATER_DATA_DIR: data }, folder);
      expect([code, said]).toEqual([2, expect.stringMatching(/The database names the file \S+, which is not in the file store/)]);
      expect(manifestOf(folder).files.count).toBe(1);
    });
  });

  describe('a restore', () => {
    it.each<[string, (folder: string) => void, RegExp]>([
      ['incomplete', (folder) => rmSync(join(folder, 'manifest.json')), /^There is no complete backup in /],
      ['of another format', (folder) => writeFileSync(join(folder, 'manifest.json'), '{"format": 2}'), /manifest\.json is damaged, or/],
      ['with another secret key', (folder) => writeFileSync(join(folder, 'secret.key'), ''), /secret\.key is missing or not/],
      ['without a table', (folder) => rmSync(join(folder, 'database/public.users.copy.gz')), /public\.users\.copy\.gz is missing or not/],
      [
        'with a changed table',
        (folder) => appendFileSync(join(folder, 'database/public.users.copy.gz'), 'x'),
        /public\.users\.copy\.gz is/,
      ],
      ['with a shorter list of files', (folder) => writeFileSync(join(folder, 'files.sha256'), ''), /files\.sha256 is missing or not/],
      [
        'without a file',
        (folder) => rmSync(join(folder, 'files'), { recursive: true }),
        /^The backup is damaged: files\/\S+ is missing or not as it was written\.$/,
      ],
      [
        'with a table outside of its folder',
        (folder) => changeManifest(folder, ({ tables }) => Object.assign(tables[0] ?? {}, { name: '../../etc/passwd' })),
        /manifest\.json is damaged, or/,
      ],
      [
        'of a newer release',
        (folder) => changeManifest(folder, ({ migrations }) => migrations.push({ name: '9999_tomorrow.sql', checksum: '0'.repeat(64) })),
        /^The backup is of another release of Headwater \(9999_tomorrow\.sql\)/,
      ],
    ])('is refused if the backup is %s', async (_what, change, sentence) => {
      const url = await makeOwnedDatabase();
      const data = newFolder();
      const answer = await run(restore, { DATABASE_URL: url, HEADWATER_DATA_DIR: data }, changedCopy(kept, change));
      expect(answer).toEqual({ code: 1, said: expect.stringMatching(sentence) });
      expect(readdirSync(data)).toEqual([]);
      expect(await ask(url, `select relname from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
    });

    it('is refused if the list names a file outside of its folder', async () => {
      const folder = changedCopy(kept, (at) => writeFileList(at, `${'0'.repeat(64)}  files/../../../etc/passwd\n`, 1));
      const answer = await run(restore, { DATABASE_URL: await makeOwnedDatabase(), HEADWATER_DATA_DIR: newFolder() }, folder);
      expect(answer).toEqual({ code: 1, said: expect.stringMatching(/^The backup is damaged: files\.sha256 has the line/) });
    });

    it('loads all tables or none, and can be repeated after a failure', async () => {
      const target = { DATABASE_URL: await makeOwnedDatabase(), HEADWATER_DATA_DIR: newFolder() };
      const withoutCompanies = changedCopy(kept, (at) => emptyTable(at, 'companies'));
      expect(await run(restore, target, withoutCompanies)).toEqual({ code: 1, said: expect.stringMatching(/violates foreign key/) });
      expect(await ask(target.DATABASE_URL, 'select from users')).toEqual([]);
      expect(await run(restore, target, kept)).toMatchObject({ code: 0 });
      expect(await ask(target.DATABASE_URL, 'select from users')).toHaveLength(1);
    });

    it('is refused into a database with accounts, which stay', async () => {
      const before = await here.sql('select id, email from users order by id');
      expect(await run(restore, { ...settings, HEADWATER_DATA_DIR: newFolder() }, kept)).toEqual({
        code: 1,
        said: expect.stringMatching(/^The database already has 1 accounts and 5 profiles\. Restore into an empty one/),
      });
      expect(await here.sql('select id, email from users order by id')).toEqual(before);
    });

    it('is refused into a database of something else', async () => {
      const url = await makeOwnedDatabase();
      await ask(url, 'create table theirs (id int)');
      const answer = await run(restore, { DATABASE_URL: url, HEADWATER_DATA_DIR: newFolder() }, kept);
      expect(answer).toEqual({ code: 1, said: expect.stringMatching(/^The database has tables of something else/) });
    });

    it('is refused beside another key, and accepts the key behind it', async () => {
      const other = randomBytes(32).toString('base64');
      const target = { DATABASE_URL: await makeOwnedDatabase(), HEADWATER_DATA_DIR: newFolder() };
      const answer = await run(restore, { ...target, HEADWATER_SECRET_KEY: other }, kept);
      expect(answer).toEqual({ code: 1, said: expect.stringMatching(/^HEADWATER_SECRET_KEY has another key than the backup/) });
      const both = `${other}, ${readFileSync(join(kept, 'secret.key'), 'utf8')}`;
      expect(await run(restore, { ...target, HEADWATER_SECRET_KEY: both }, kept)).toMatchObject({ code: 0 });
    });

    it('is refused while the product runs, also before anybody has made an account', async () => {
      const target = { DATABASE_URL: await makeOwnedDatabase(), HEADWATER_DATA_DIR: newFolder() };
      const { application } = await open(target);
      await application.database.readAsSystem(async () => undefined);
      const answer = await run(restore, target, kept);
      expect(answer).toEqual({ code: 1, said: 'Headwater runs on this database. Stop it before you restore.' });
    });
  });
});

describe('a backup of every table', () => {
  it('is the same after a restore for an owner without superuser rights', async () => {
    const name = await createReleaseDatabase(inject('postgresUrl'));
    const full = { DATABASE_URL: databaseUrl(inject('postgresUrl'), name), HEADWATER_DATA_DIR: newFolder() };
    writeFileSync(join(full.HEADWATER_DATA_DIR, 'secret.key'), randomBytes(32).toString('base64'));

    const owned = { DATABASE_URL: await makeOwnedDatabase(), HEADWATER_DATA_DIR: newFolder() };
    const [first, second] = [join(newFolder(), 'first'), join(newFolder(), 'second')];
    await run(backup, full, first);
    expect(await run(restore, owned, first)).toMatchObject({ code: 0 });
    await run(backup, owned, second);
    const held = manifestOf(first).tables.filter(({ rows }) => rows > 0);
    expect(held.length).toBeGreaterThan(35);
    const { 'public.installation.copy.gz': before, ...expected } = linesOf(first);
    const { 'public.installation.copy.gz': after, ...found } = linesOf(second);
    expect(found).toEqual(expected);
    expect(factsOf(after)).toEqual(factsOf(before));
  });
});

import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, changedCopy, cleanUpBackups, makeOwnedDatabase, newFolder, run, type Settings } from '../../test/backup-fixtures.ts';
import { useInstallation } from '../../test/installation.ts';
import { upload } from '../../test/upload.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

afterAll(cleanUpBackups);

const here = useInstallation();
const company = 'Readable company name';
const fileText = 'Readable text of a file. '.repeat(100);
let settings: Settings;
let kept: string;
let passphraseFile: string;
let otherFile: string;

const fileWith = (content: string) => {
  const file = join(newFolder(), 'passphrase');
  writeFileSync(file, content);
  return file;
};

beforeAll(async () => {
  settings = { DATABASE_URL: here.databaseUrl, HEADWATER_DATA_DIR: dirname(here.filesFolder) };
  const caller = await here.signIn(await here.addUser(await here.addCompany({ name: company }), 'worker'));
  const answer = await upload(caller, { filename: 'one.txt', bytes: fileText });
  if (answer.status !== 200) throw new Error(`upload answered ${answer.status}`);
  [passphraseFile, otherFile] = [fileWith('correct horse battery staple\n'), fileWith('another passphrase')];
  kept = join(newFolder(), 'backup');
  const { code, said } = await run(backup, settings, kept, '--passphrase-file', passphraseFile);
  if (code !== 0) throw new Error(said);
});

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(folder, path)).isFile());
const newTarget = async () => ({ DATABASE_URL: await makeOwnedDatabase(), HEADWATER_DATA_DIR: newFolder() });

const verify = (folder: string) => run(backup, {}, '--verify', folder, '--passphrase-file', passphraseFile);

describe('a backup with a passphrase', () => {
  it('[OPS-001] restores database, files and keys elsewhere', async () => {
    const target = await newTarget();
    expect(await run(restore, target, kept, '--passphrase-file', passphraseFile)).toEqual({
      code: 0,
      said: expect.stringMatching(/Restored \d+ rows and 1 files\. Nothing is sent until/),
    });
    expect(await ask(target.DATABASE_URL, 'select name from companies')).toEqual([{ name: company }]);
    const data = target.HEADWATER_DATA_DIR;
    expect(readFileSync(join(data, 'secret.key'), 'utf8')).toBe(
      readFileSync(join(settings['HEADWATER_DATA_DIR'] ?? '', 'secret.key'), 'utf8'),
    );
    const [file = ''] = filesOf(join(data, 'files'));
    expect(readFileSync(join(data, 'files', file), 'utf8')).toBe(fileText);
  });

  it('[OPS-001] encrypts every file, and names no key, company or text', () => {
    const files = filesOf(kept);
    expect(files.filter((file) => !file.endsWith('.enc'))).toEqual(['encryption.json']);
    const secret = readFileSync(join(settings['HEADWATER_DATA_DIR'] ?? '', 'secret.key'), 'utf8').trim();
    for (const file of files) {
      const bytes = readFileSync(join(kept, file));
      for (const word of [company, 'Readable text', secret, 'schema_migrations', 'battery staple'])
        expect(bytes.includes(word)).toBe(false);
    }
  });

  it('[OPS-001] is verified without a database, and says what is damaged', async () => {
    expect(await verify(kept)).toEqual({ code: 0, said: expect.stringMatching(/is complete: \d+ rows, 1 files, the secret key\.$/) });
    const users = 'database/public.users.copy.gz.enc';
    const damaged = changedCopy(kept, (folder) => appendFileSync(join(folder, users), 'x'));
    expect(await verify(damaged)).toEqual({ code: 1, said: expect.stringMatching(/^The backup is damaged: database\/public\.users/) });
    const swapped = changedCopy(kept, (folder) => cpSync(join(folder, 'files.sha256.enc'), join(folder, 'manifest.json.enc')));
    expect(await verify(swapped)).toEqual({ code: 1, said: expect.stringMatching(/manifest\.json\.enc is damaged, or/) });
    const unfinished = changedCopy(kept, (folder) => rmSync(join(folder, 'manifest.json.enc')));
    expect(await verify(unfinished)).toEqual({ code: 1, said: expect.stringMatching(/^There is no complete backup in /) });
  });

  it('[OPS-001] says in words that the passphrase is missing or wrong', async () => {
    const target = await newTarget();
    const wrong = { code: 1, said: expect.stringMatching(/^The passphrase is wrong for the backup in /) };
    const missing = { code: 1, said: expect.stringMatching(/is encrypted: add --passphrase-file FILE/) };
    expect(await run(restore, target, kept, '--passphrase-file', otherFile)).toEqual(wrong);
    expect(await run(backup, {}, '--verify', kept, '--passphrase-file', otherFile)).toEqual(wrong);
    expect(await run(restore, target, kept)).toEqual(missing);
    expect(await run(backup, {}, '--verify', kept)).toEqual(missing);
    expect(readdirSync(target.HEADWATER_DATA_DIR)).toEqual([]);
  });

  it.each([
    ['is not there', () => join(newFolder(), 'none'), /^The passphrase file .* cannot be read: /],
    ['is too short', () => fileWith('short\nand a long second line'), /must be a passphrase of at least 8 characters/],
  ])('is not written if the passphrase file %s', async (_what, file, sentence) => {
    const folder = join(newFolder(), 'backup');
    const answer = await run(backup, settings, folder, '--passphrase-file', file());
    expect(answer).toEqual({ code: 1, said: expect.stringMatching(sentence) });
  });

  it('is not replaced by a plain backup', async () => {
    const plain = join(newFolder(), 'backup');
    expect(await run(backup, settings, plain)).toMatchObject({ code: 0 });
    expect(await run(backup, {}, '--verify', plain)).toMatchObject({ code: 0 });
    const answer = await run(restore, await newTarget(), plain, '--passphrase-file', passphraseFile);
    expect(answer).toEqual({ code: 1, said: expect.stringMatching(/^There is no encrypted backup in /) });
  });
});

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Clamd, eicar, startClamd } from '@headwater/sandbox/antivirus/clamd';
import { createFaults } from '@headwater/sandbox/mail/faults';
import { enrich, previewCsv } from '../../../test/enrichment-fixtures.ts';
import { type Answer, type Caller, useInstallation } from '../../../test/installation.ts';
import { upload } from '../../../test/upload.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { importFiles } from '#modules/profiles/import/import-files.ts';
import { localFiles } from '#platform/files/local.ts';
import { createLog } from '#platform/log.ts';
import { openAntivirus } from '#platform/antivirus/antivirus.ts';

const megabyte = 1024 * 1024;
const faults = createFaults();
const clamd = await startClamd({ listen: { port: 0 }, faults, maxStream: megabyte });
const { port } = clamd;
const here = useInstallation({ HEADWATER_CLAMD: `127.0.0.1:${port}`, HEADWATER_CLAMD_TIMEOUT: '2' });
const temporary = useTemporaryFolder('virus');

let companyId: number;
let recruiter: Caller;
let russian: Caller;
beforeAll(async () => {
  companyId = await here.addCompany();
  recruiter = await here.signIn(await here.addUser(companyId, 'worker'));
  russian = await here.signIn(await here.addUser(companyId, 'worker', { language: 'ru' }));
});
beforeEach(() => faults.clear());
afterAll(() => clamd.stop());

const infected = `Resume of Ann Lee\n${eicar}\n`;
const virus = 'The file has a virus (Eicar-Test-Signature) and was not saved';
const unchecked = 'The file could not be checked for viruses and was not saved. Try again later';
const text = (caller: Caller, bytes: string | Uint8Array, fields = {}) => upload(caller, { filename: 'notes.txt', bytes, fields });
const person = (name: string) => `${JSON.stringify({ external_key: `virus:${name}`, first_name: name, last_name: 'Lee' })}\n`;
const open = (address: NonNullable<Parameters<typeof openAntivirus>[0]['address']>, policy: 'refuse' | 'accept') =>
  openAntivirus({ address, unchecked: policy, timeoutMs: 2000, log: createLog('fatal') });
const rowsOfFiles = async () => (await here.sql<{ count: number }>('select count(*)::int as count from files'))[0]?.count;
const storedBytes = () =>
  readdirSync(here.filesFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
const attach = (caller: Caller, bytes: string): Promise<Answer> => {
  const head = '--b1\r\nContent-Disposition: form-data; name="file"; filename="offer.txt"\r\nContent-Type: text/plain\r\n\r\n';
  const payload = Buffer.from(`${head}${bytes}\r\n--b1--\r\n`);
  const headers = { 'content-type': 'multipart/form-data; boundary=b1' };
  return caller.send({ method: 'POST', url: '/api/v6/mailing_attachments/', payload, headers });
};

describe('an infected file', () => {
  it('[FILE-016] is refused at its field in every upload and not stored', async () => {
    const [profileId] = await addProfiles(here, 1);
    const before = await rowsOfFiles();
    const answers = [
      await text(recruiter, infected),
      await text(recruiter, infected, { profile_id: String(profileId) }),
      await upload(recruiter, { filename: 'people.csv', bytes: infected, fields: { purpose: 'profile' } }),
      await attach(recruiter, infected),
      await previewCsv(recruiter, infected),
      await enrich(recruiter, infected, 'email'),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 400, body: { file: [virus] } });
    expect((await text(russian, infected)).body.file).toEqual(['В файле вирус (Eicar-Test-Signature), он не сохранён']);
    expect(await rowsOfFiles()).toBe(before);
    expect((await text(recruiter, 'A plain note')).status).toBe(200);
    expect((await attach(recruiter, 'A plain offer')).status).toBe(200);
    expect(storedBytes().toSorted()).toEqual(['A plain note', 'A plain offer']);
  });

  it('[FILE-016] is skipped by an import, which reports the reason and imports the other files', async () => {
    // Failed files are listed next to the folder.
    const folder = join(temporary, 'people');
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.jsonl'), `${person('Ann')}${eicar}\n`);
    writeFileSync(join(folder, 'b.jsonl'), person('Bo'));
    const antivirus = openAntivirus({
      address: { host: '127.0.0.1', port },
      unchecked: 'refuse',
      timeoutMs: 2000,
      log: createLog('fatal'),
    });
    const result = await importFiles({
      files: [folder],
      database: here.application.database,
      clock: here.clock,
      dataDir: folder,
      store: localFiles(here.filesFolder),
      antivirus,
      signing: here.signing,
      screen: { write: () => undefined },
    });
    expect(result).toMatchObject({ imported: 1, failed: 1, exitCode: 2 });
    expect(readFileSync(result.errorFiles[0] ?? '', 'utf8')).toContain('the file has a virus: Eicar-Test-Signature');
    expect(await here.sql("select 1 from profiles where external_key = 'virus:Ann'")).toEqual([]);
  });
});

describe('a file that cannot be checked', () => {
  it('[FILE-016] is refused when the scanner disconnects, reports an error or times out', async () => {
    for (const fault of ['clamd_cut', 'clamd_error'] as const) {
      faults.add({ fault, times: 1, milliseconds: 0 });
      expect(await text(recruiter, 'A note')).toMatchObject({ status: 400, body: { file: [unchecked] } });
    }
    faults.add({ fault: 'clamd_slow', times: 1, milliseconds: 10_000, text: 'A slow note' });
    expect(await text(recruiter, 'A slow note')).toMatchObject({ status: 400, body: { file: [unchecked] } });
    expect((await text(recruiter, 'A note')).status).toBe(200);
  });

  it('[FILE-016] is refused with a specific reason if it exceeds the limit of the scanner', async () => {
    const answer = await text(recruiter, 'x'.repeat(4 * megabyte));
    expect(answer).toMatchObject({ status: 400, body: { file: ['The file is too large to be checked for viruses and was not saved'] } });
  });

  it('[FILE-016] does not delay other files', async () => {
    faults.add({ fault: 'clamd_slow', times: 3, milliseconds: 10_000, text: 'slow' });
    const slow = [1, 2, 3].map((number) => text(recruiter, `slow ${number}`));
    const first = await Promise.race([text(recruiter, 'quick'), ...slow]);
    expect(first.status).toBe(200);
    for (const answer of await Promise.all(slow)) expect(answer.status).toBe(400);
  });
});

describe('an unavailable scanner', () => {
  const bytes = Buffer.from('A note');
  const eicarBytes = Buffer.from(eicar);

  it('[FILE-016] accepts unchecked files only if the operator allows it, also over a unix socket', async () => {
    const path = join(temporary, 'clamd.sock');
    const own: Clamd = await startClamd({ listen: { path }, faults: createFaults() });
    const [careful, lenient] = [open({ path }, 'refuse'), open({ path }, 'accept')];
    for (const scanner of [careful, lenient]) {
      await scanner.requireClean(bytes);
      await expect(scanner.requireClean(eicarBytes)).rejects.toMatchObject({ fields: { file: { key: 'file_infected' } } });
      expect(await scanner.state()).toMatchObject({ state: 'working', version: expect.stringContaining('ClamAV') });
    }
    await own.stop();
    await expect(careful.requireClean(bytes, 'attachment')).rejects.toMatchObject({ fields: { attachment: { key: 'file_unchecked' } } });
    await lenient.requireClean(bytes);
    expect(await careful.state()).toEqual({ state: 'away', version: null, unchecked: 'refuse' });
    expect(await lenient.state()).toEqual({ state: 'away', version: null, unchecked: 'accept' });
  });

  it('[FILE-016] is shown to administrators only', async () => {
    const admin = await here.signIn(await here.addUser(companyId, 'admin'));
    expect((await admin.get('/api/v6/antivirus/')).body).toMatchObject({ state: 'working', unchecked: 'refuse' });
    expect((await recruiter.get('/api/v6/antivirus/')).status).toBe(403);
  });
});

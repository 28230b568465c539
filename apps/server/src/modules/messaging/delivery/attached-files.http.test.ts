import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';

const here = useInstallation();
const mail = useMail(here);
const address = 'recruiter0@company.test';

let recruiter: Caller;
let colleague: Caller;
let stranger: Caller;
beforeAll(async () => {
  const company = await here.addCompany();
  recruiter = await here.signIn(await here.addUser(company, 'worker'));
  colleague = await here.signIn(await here.addUser(company, 'worker'));
  await mail.connect(recruiter, address);
  stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
});

async function upload(caller: Caller, name: string, content: string | Buffer = 'text'): Promise<number> {
  const boundary = 'boundary7';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const answer = await caller.send({ method: 'POST', url: '/api/v6/mailing_attachments/', payload, headers });
  expect(answer.status).toBe(200);
  return answer.body.id;
}

const named = (attachments: { name: string; bytes: number }[]) => attachments.map(({ name, bytes }) => [name, bytes]);

describe('files of a message', () => {
  it('[EDIT-028] [EDIT-030] arrive in their order and with their names', async () => {
    const ids = [await upload(recruiter, 'Вакансия.txt', 'описание'), await upload(colleague, 'terms.csv', 'a,b')];
    const written = await mail.write(recruiter, { attachment_ids: [...ids, ids[0]] });
    await mail.becomes(recruiter, written.id, 'sent');
    const { mail: arrived } = await mail.newest(written.to);
    expect(named(arrived.attachments)).toEqual([
      ['Вакансия.txt', 16],
      ['terms.csv', 3],
    ]);
  });

  it('[EDIT-031] [EDIT-032] have at most 25 MB in total and belong to the company', async () => {
    const large = Buffer.alloc(9 * 1024 * 1024, 'text ');
    const ids = [await upload(recruiter, 'a.txt', large), await upload(recruiter, 'b.txt', large), await upload(recruiter, 'c.txt', large)];
    const answer = await mail.write(recruiter, { attachment_ids: ids });
    expect([answer.status, answer.body]).toEqual([400, { attachment_ids: ['Attachments are larger than 25 MB in total'] }]);
    const foreign = await upload(stranger, 'd.txt');
    for (const id of [foreign, 987_654_321]) {
      expect((await mail.write(recruiter, { attachment_ids: [id] })).body).toEqual({ attachment_ids: ['An attached file was not found'] });
    }
  });

  it('[EDIT-030] stop the message if one no longer exists', async () => {
    const soon = new Date(here.clock.now().getTime() + 2000).toISOString();
    const written = await mail.write(recruiter, { attachment_ids: [await upload(recruiter, 'gone.txt')], send_at: soon });
    for (const folder of readdirSync(here.filesFolder)) rmSync(join(here.filesFolder, folder), { recursive: true });
    here.clock.advance(3000);
    expect(await mail.becomes(recruiter, written.id, 'error')).toMatchObject({
      error_reason: 'bad_request',
      error_detail: 'An attached file was not found',
    });
    expect(await mail.count(written.to)).toBe(0);
  });

  it('[SEND-033] are included in a test e-mail', async () => {
    const before = await mail.count(address);
    const ids = [await upload(recruiter, 'offer.txt', 'offer')];
    const answer = await recruiter.post('/api/v6/messaging/send_test_email/', { subject: 'Try', body: '<p>Try</p>', attachment_ids: ids });
    expect(answer.status).toBe(200);
    expect(await mail.count(address)).toBe(before + 1);
    expect(named((await mail.newest(address)).mail.attachments)).toEqual([['offer.txt', 5]]);
    const foreign = await upload(stranger, 'd.txt');
    expect((await recruiter.post('/api/v6/messaging/send_test_email/', { attachment_ids: [foreign] })).status).toBe(400);
  });
});

import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { type Caller, useInstallation } from '../../../../test/installation.ts';

const here = useInstallation({ HEADWATER_MAIL_NETWORKS: '', HEADWATER_MAIL_PORTS: '' });

const connect = (caller: Caller, { host, port }: { host: string; port: number }) => {
  const server = { host, port, security: 'none', user: 'a', password: 'b' };
  return caller.post('/api/v6/messaging/smtp_imap/connect/', { address: 'a@example.test', from_name: '', smtp: server, imap: server });
};
const recruiter = async (company: number) => here.signIn(await here.addUser(company, 'worker'));

it('[MSET-007] does not reveal services on forbidden addresses and ports', async () => {
  let connections = 0;
  const open = createServer(() => (connections += 1)).listen(0, '127.0.0.1');
  await once(open, 'listening');
  const { port } = open.address() as { port: number };
  const company = await here.addCompany();
  const answers = [];
  for (const tried of [port, 1, 25, 993]) answers.push(await connect(await recruiter(company), { host: '127.0.0.1', port: tried }));
  open.close();
  expect(connections).toBe(0);
  expect(answers[0]).toMatchObject({
    status: 400,
    body: { 'smtp.port': ['This is not a mail port. Use 465 or 587 to send and 993 or 143 to read'] },
  });
  expect(answers[1]?.body).toEqual(answers[0]?.body);
  expect(answers[2]).toMatchObject({ status: 400, body: { 'smtp.host': ['This address may not be connected to'] } });
  expect(answers[3]?.body).toEqual(answers[2]?.body);
  for (const host of ['10.0.0.1', '64:ff9b::a9fe:a9fe', 'localhost', '[::1]'])
    expect((await connect(await recruiter(company), { host, port: 993 })).body).toEqual(answers[2]?.body);
});

it('[MSET-007] limits failed attempts per minute and user, and per company', async () => {
  const company = await here.addCompany();
  const target = { host: '10.0.0.1', port: 993 };
  const first = await recruiter(company);
  const statuses = [];
  for (let tried = 0; tried < 7; tried += 1) statuses.push((await connect(first, target)).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429]);
  here.clock.advance(10_000);
  expect(await connect(first, target)).toMatchObject({ status: 429, headers: { 'retry-after': '50' } });
  let last = 400;
  for (let person = 0; person < 12 && last === 400; person += 1) {
    const caller = await recruiter(company);
    for (let tried = 0; tried < 6 && last === 400; tried += 1) last = (await connect(caller, target)).status;
  }
  expect(last).toBe(429);
  expect((await connect(await recruiter(await here.addCompany()), target)).status).toBe(400);
  here.clock.advance(61_000);
  expect((await connect(first, target)).status).toBe(400);
});

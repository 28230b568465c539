import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import { useInstallation } from '../../../test/installation.ts';
import { startSmtpServer } from '../../../test/smtp-server.ts';
import { startWorkerProcess } from '../../../test/killed-worker.ts';
import { until } from '../../../test/settled.ts';

const smtp = await startSmtpServer();
smtp.hangs = 'at_end';
const here = useInstallation({ HEADWATER_SMTP_URL: smtp.url });

let child: ChildProcess | undefined;
let worker: { stop(): Promise<void> } | undefined;
afterAll(async () => {
  child?.kill('SIGKILL');
  await worker?.stop();
  smtp.stop();
});

it('[EMP-081] delivers the invitation email after the sending process was killed', { timeout: 60_000 }, async () => {
  const admin = await here.signIn(await here.addUser(await here.addCompany(), 'admin'));
  const email = 'killed@invited.test';
  expect((await admin.post('/api/v6/invitations/', { email, role: 'worker', language: 'en' })).status).toBe(200);
  child = startWorkerProcess(here, { HEADWATER_SMTP_URL: smtp.url });
  await until(() => expect(smtp.hung).toBe(1), { timeout: 30_000 });
  child.kill('SIGKILL');
  await once(child, 'exit');
  smtp.hangs = 'never';
  expect(smtp.taken).toEqual([]);
  worker = await here.application.startWorker();
  await until(() => expect(smtp.taken).toHaveLength(1), { timeout: 30_000 });
  const [letter] = await smtp.messagesTo(email);
  const key = /accept-invite\/([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? '';
  expect((await here.visitor().get(`/api/v6/invitations/${key}`)).body).toMatchObject({ email });
  // Sent, so the queue is empty.
  await until(async () => expect(await here.systemEmailsTo(email)).toEqual([]), { timeout: 10_000 });
  expect(smtp.taken).toHaveLength(1);
});

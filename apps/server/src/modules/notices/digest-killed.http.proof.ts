import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { digestSteps, eventually } from '../../../test/digest-fixtures.ts';
import { type TestUser, useInstallation } from '../../../test/installation.ts';
import { startWorkerProcess } from '../../../test/killed-worker.ts';
import { startLineToDatabase } from '../../../test/line-to-database.ts';
import { poll } from '../../../test/settled.ts';
import { startSmtpServer } from '../../../test/smtp-server.ts';

const smtp = await startSmtpServer();
const settings = { HEADWATER_SMTP_URL: smtp.url };
const here = useInstallation(settings);
afterAll(() => smtp.stop());

let company: number;
const { addressee, askFor, digests, holdNotices, run, waitsForHold } = digestSteps(here, smtp, () => company);
beforeAll(async () => {
  company = await here.addCompany();
});
beforeEach(() => {
  smtp.hangs = 'never';
});

const hangs = async (times: number) => {
  await poll(() => smtp.hung, eventually).toBe(times);
};
/** Starts a worker process and kills it when `moment` resolves. */
async function killAt(moment: () => Promise<unknown>): Promise<void> {
  const child = startWorkerProcess(here, settings);
  try {
    await moment();
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}
const patience = 180_000;
/** Starts another worker and waits until it has finished the tasks of the killed one. */
async function takeOver({ id }: TestUser): Promise<void> {
  const worker = await here.application.startWorker();
  const look = () => here.sql(`select from graphile_worker._private_jobs where payload ->> 'userId' = $1`, [String(id)]);
  await poll(look, { timeout: 60_000 }).toEqual([]);
  await worker.stop();
}

describe('a digest after a kill -9 of its worker', () => {
  it('is sent once by the next worker if the server had received only a part', { timeout: patience }, async () => {
    const person = await addressee();
    const release = await holdNotices(person.user);
    await askFor();
    await killAt(waitsForHold);
    await release();
    expect(await digests(person.user)).toEqual([]);
    await takeOver(person.user);
    expect(await run()).toBe(0);
    expect(await digests(person.user)).toHaveLength(1);
  });

  it('is not sent again if the server had received it completely', { timeout: patience }, async () => {
    const person = await addressee();
    smtp.hangs = 'kept';
    const before = smtp.hung;
    await askFor();
    await killAt(() => hangs(before + 1));
    smtp.hangs = 'never';
    await takeOver(person.user);
    expect(await run()).toBe(0);
    expect(await digests(person.user)).toHaveLength(1);
  });
});

describe('a digest after a restart of the database during its commit', () => {
  it.each([
    ['two seconds', 2000],
    ['twelve seconds', 12_000],
  ])('is sent once after %s, although the commit succeeded', { timeout: patience }, async (_words, awayMs) => {
    const person = await addressee();
    const line = await startLineToDatabase(here.databaseUrl, { statement: 'update notices set for_email = false', awayMs });
    const child = startWorkerProcess({ ...here, databaseUrl: line.url }, settings);
    try {
      await askFor();
      await poll(() => line.hasFallen(), eventually).toBe(true);
      await poll(() => digests(person.user), { ...eventually, timeout: eventually.timeout + awayMs }).toHaveLength(1);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
      await line.stop();
    }
    await takeOver(person.user);
    expect(await run()).toBe(0);
    expect(await digests(person.user)).toHaveLength(1);
  });
});

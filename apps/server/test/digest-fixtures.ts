import { expect } from 'vitest';
import { Client } from 'pg';
import type { Caller, Installation, TestUser } from './installation.ts';
import { good } from './mailing-fixtures.ts';
import { withReply } from './notice-fixtures.ts';
import { poll, until } from './settled.ts';
import type { startSmtpServer } from './smtp-server.ts';

/** Starting a process takes long on a busy machine. */
export const eventually = { timeout: 80_000 };
const isOfDigests = `task_identifier in ('send_notice_digests', 'send_notice_digest')`;

/** Enables e-mails about replies. */
export const byEmail = (who: Caller, more: object = {}) =>
  good(who.patch('/api/v6/notices/settings/', { kind: 'reply', email: true, ...more }));

/** `company` is read when a step runs. */
export function digestSteps(here: Installation, smtp: Awaited<ReturnType<typeof startSmtpServer>>, company: () => number) {
  const newReply = () => withReply(here, company());
  const askFor = () => here.sql(`select graphile_worker.add_job('send_notice_digests')`);
  /** Waits until all digest tasks are done or postponed. */
  const settled = () =>
    until(async () =>
      expect(
        await here.sql(`select from graphile_worker.jobs where ${isOfDigests} and (run_at <= now() or locked_at is not null)`),
      ).toEqual([]),
    );
  /** Starts a transaction. The returned function commits it, optionally after another change. */
  async function begin(statement: string, values: unknown[] = []): Promise<(change?: string) => Promise<void>> {
    const client = new Client({ connectionString: here.databaseUrl });
    await client.connect();
    await client.query('begin');
    await client.query(statement, values);
    return async (change) => {
      if (change) await client.query(change, values);
      await client.query('commit');
      await client.end();
    };
  }
  const waitingForLocks = () => here.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return {
    newReply,
    askFor,
    begin,
    /** Adds a person who is due an e-mail about a reply. */
    async addressee() {
      const person = await newReply();
      await byEmail(person.who);
      await person.raise();
      return person;
    },
    digests: ({ email }: TestUser) => smtp.messagesTo(email),
    /** Sends due digests with the workers of the product. Returns the number of postponed tasks. */
    async run(): Promise<number> {
      await askFor();
      const worker = await here.application.startWorker();
      await settled();
      await worker.stop();
      return (await here.sql(`select from graphile_worker.jobs where ${isOfDigests}`)).length;
    },
    /** Locks the notices of a person until the returned function is called. */
    holdNotices: ({ id }: TestUser) => begin('select from notices where user_id = $1 for update', [id]),
    async waitsForHold() {
      await poll(waitingForLocks, eventually).not.toEqual([]);
    },
  };
}

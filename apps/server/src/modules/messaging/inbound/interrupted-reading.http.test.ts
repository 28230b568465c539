import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { afterAll, expect, it, vi } from 'vitest';
import { connectionsTo } from '../../../../test/channel-fixtures.ts';
import { useInstallation } from '../../../../test/installation.ts';
import { addMailbox } from '../../../../test/mailbox-fixtures.ts';
import { addSentMessage, messagesIn } from '../../../../test/message-fixtures.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';
import { createLog } from '../../../platform/log.ts';
import { createMailReader } from '../../../platform/mail/reading/mail-reader.ts';
import type { Mailbox, ReadOutcome } from '../channels/mailbox-port.ts';
import { startReader } from './reader.ts';

const here = useInstallation();
const mailReader = createMailReader();
/** Shorter than the poll interval. */
const patience = { timeout: 30_000, interval: 100 };
afterAll(() => mailReader.close());

it(
  '[SEND-009] reads a reply that arrived while the database was down as soon as it is back, before the next poll',
  { timeout: 90_000 },
  async () => {
    const company = await here.addCompany();
    const owner = await here.addUser(company, 'worker');
    const mailbox = await addMailbox(here, owner);
    const [profile = 0] = await addProfiles(here, 1);
    const sent = await addSentMessage(here, { company, user: owner.id, profile, mailbox });
    const source = [
      `From: ${sent.email}`,
      'Subject: Re: Subject',
      `In-Reply-To: ${sent.messageId}`,
      `Message-ID: <${randomBytes(8).toString('hex')}@a.test>`,
    ];
    const raw = Buffer.from([...source, 'Content-Type: text/plain', '', 'Gladly'].join('\r\n'));
    const answer = { id: '1', folder: 'INBOX' as const, receivedAt: new Date().toISOString(), truncated: false, raw };
    const nothing: ReadOutcome = { ok: true, messages: [], cursor: {}, more: false };
    // First no messages; then two arrivals while the database is down.
    const outcomes = [
      () => nothing,
      () => Promise.reject(new Error('the database is away')),
      () => Promise.reject(new Error('the database is away')),
      () => ({ ...nothing, messages: [answer] }),
    ];
    const arrivals = new EventEmitter();
    const server = {
      readNew: async () => (outcomes.shift() ?? (() => nothing))(),
      watch: async (onNew: () => void, signal: AbortSignal) => {
        arrivals.on('mail', onNew);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return { ended: 'stopped' };
      },
    };
    const reader = startReader(
      {
        database: here.application.database,
        clock: here.clock,
        log: createLog('silent'),
        connections: connectionsTo(() => server as unknown as Mailbox),
        mailReader,
        policy: {
          prepare: async () => new Map(),
          suppressed: async () => new Map(),
          suppress: async () => undefined,
          eventsOf: async () => [],
        },
        announce: async () => undefined,
      },
      { pollMs: 60_000, refreshMs: 20 },
    );
    await vi.waitFor(() => expect(outcomes).toHaveLength(3), patience);
    arrivals.emit('mail');
    await vi.waitFor(() => expect(outcomes).toHaveLength(0), patience);
    await vi.waitFor(
      async () => expect(await messagesIn(here).one({ id: sent.id })).toMatchObject({ replied_at: expect.any(Date) }),
      patience,
    );
    await reader.stop();
  },
);

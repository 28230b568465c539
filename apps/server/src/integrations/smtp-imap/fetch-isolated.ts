import { setTimeout as sleep } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import type { SkippedMessage } from '#modules/messaging/channels/mailbox-port.ts';
import { failureOf } from './failure.ts';
import { fetchOne, type NumberedMessage, unlessBusy } from './fetch-batch.ts';
import { openFolder } from './folders.ts';
import type { ImapLine } from './imap.ts';
import { MailboxError } from './mailbox-error.ts';

/** Messages per run: each may take a full timeout, and progress is saved in between. */
const MOST = 10;
const TRIES = 2;
const PAUSE = 500;

type Folder = { path: string; uidValidity?: string };
type Outcome = NumberedMessage | 'gone' | { detail: string };

export type IsolatedFetch = { messages: NumberedMessage[]; skipped: SkippedMessage[]; upTo: number | undefined };

/**
 * A server may fail a batch because of one message. Skips a message only if the server returns
 * others. @throws MailboxError
 */
export async function fetchIsolated(line: ImapLine, folder: Folder, uids: readonly number[]): Promise<IsolatedFetch> {
  const tried = uids.slice(0, MOST);
  const messages: NumberedMessage[] = [];
  const skipped: SkippedMessage[] = [];
  for (const uid of tried) {
    const outcome = await tryOne(line, folder, uid);
    if (outcome === 'gone') continue;
    if ('detail' in outcome) skipped.push({ id: String(uid), folder: folder.path, detail: outcome.detail });
    else messages.push(outcome);
  }
  const [first] = skipped;
  if (first && messages.length === 0 && !(await returnsOthers(line, folder, tried[0] ?? 0)))
    throw new MailboxError({ server: 'imap', reason: 'protocol', detail: first.detail });
  return { messages, skipped, upTo: tried.at(-1) };
}

/** An unreachable server is an outage, not a problem of the message. */
async function tryOne(line: ImapLine, folder: Folder, uid: number): Promise<Outcome> {
  let outcome: Outcome = 'gone';
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (tries > 0) await sleep(PAUSE);
    outcome = await inFolder(line, folder, (client) => fetchOne(client, folder.path, uid));
    if (outcome === 'gone' || !('detail' in outcome)) return outcome;
  }
  return outcome;
}

async function returnsOthers(line: ImapLine, folder: Folder, uid: number): Promise<boolean> {
  const places = [{ ...folder, below: uid }, ...(folder.path === 'INBOX' ? [] : [{ path: 'INBOX', below: Infinity }])];
  for (const { below, ...place } of places) {
    const outcome = await inFolder(line, place, async (client) => {
      const found = await client.search({ all: true }, { uid: true });
      const newest = (Array.isArray(found) ? found : []).findLast((one) => one < below);
      return newest === undefined ? 'gone' : fetchOne(client, place.path, newest);
    });
    if (outcome !== 'gone' && !('detail' in outcome)) return true;
  }
  return false;
}

const inFolder = (line: ImapLine, { path, uidValidity }: Folder, work: (client: ImapFlow) => Promise<Outcome>): Promise<Outcome> =>
  line.run(async (client) => {
    const lock = await openFolder(client, path);
    try {
      const numbered = client.mailbox === false ? undefined : String(client.mailbox.uidValidity);
      const isSame = numbered !== undefined && (uidValidity ?? numbered) === numbered;
      if (!isSame) throw new MailboxError({ server: 'imap', reason: 'protocol', detail: `${path} was renumbered` });
      return await work(client).catch((error: unknown) => {
        unlessBusy(error);
        return { detail: failureOf('imap', error).detail };
      });
    } finally {
      lock.release();
    }
  });

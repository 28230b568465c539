import type { ImapFlow } from 'imapflow';
import type { AppendOutcome, FindSentOutcome } from '#modules/messaging/channels/mailbox-port.ts';
import { findFolders, openFolder } from './folders.ts';
import type { ImapLine } from './imap.ts';
import { MailboxError } from './mailbox-error.ts';

export async function findSent(line: ImapLine, messageId: string): Promise<FindSentOutcome> {
  try {
    return await line.run(async (client) => {
      const { sent } = await findFolders(client);
      if (sent === null) throw new MailboxError({ server: 'imap', reason: 'protocol', detail: 'sent_folder_missing' });
      return { found: (await isIn(client, { folder: sent, messageId })) ? 'yes' : 'no', folder: sent };
    });
  } catch (error) {
    if (error instanceof MailboxError) return { found: 'cannot_tell', failure: error.failure };
    throw error;
  }
}

interface SentQuery {
  folder: string;
  messageId: string;
  readOnly?: boolean;
}

/** Servers match substrings, so the complete id is compared here. */
async function isIn(client: ImapFlow, { folder, messageId, readOnly = true }: SentQuery): Promise<boolean> {
  const lock = await openFolder(client, folder, { readOnly });
  try {
    const uids = await client.search({ header: { 'message-id': messageId } }, { uid: true });
    if (!Array.isArray(uids)) throw new MailboxError({ server: 'imap', reason: 'protocol', detail: 'sent_search_refused' });
    if (uids.length === 0) return false;
    const found = await client.fetchAll(uids.slice(-20), { uid: true, headers: ['message-id'] }, { uid: true });
    return found.some(({ headers }) => headers?.toString().includes(messageId) === true);
  } finally {
    lock.release();
  }
}

/** Stores a sent message unless it exists already: many servers do that themselves. */
export async function appendToSent(line: ImapLine, messageId: string, raw: Uint8Array): Promise<AppendOutcome> {
  try {
    return await line.run(async (client) => {
      const { sent } = await findFolders(client);
      if (sent === null) return { result: 'no_sent_folder' };
      // Opened for writing: in a read-only folder the copy would be unread.
      if (await isIn(client, { folder: sent, messageId, readOnly: false })) return { result: 'already_there' };
      const appended = await client.append(sent, Buffer.from(raw), ['\\Seen']);
      if (appended === false) throw new MailboxError({ server: 'imap', reason: 'protocol', detail: 'The server did not keep the message' });
      return { result: 'appended' };
    });
  } catch (error) {
    if (error instanceof MailboxError) return { result: 'failed', failure: error.failure };
    throw error;
  }
}

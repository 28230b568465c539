import type { ImapFlow, ListResponse, MailboxLockObject } from 'imapflow';

/** Names of unmarked folders (RFC 6154) at common providers, English and Russian. */
const SENT_NAMES = ['sent', 'sent items', 'sent messages', 'sent mail', 'отправленные', 'отправлено'];
const JUNK_NAMES = ['junk', 'junk e-mail', 'junk email', 'spam', 'bulk mail', 'спам', 'нежелательная почта'];

function byUse(folders: ListResponse[], use: string, names: string[]): string | null {
  const marked = folders.find(({ specialUse }) => specialUse === use);
  const named = folders.find(({ name, flags }) => names.includes(name.toLowerCase()) && !flags.has('\\Noselect'));
  return (marked ?? named)?.path ?? null;
}

export type Folders = { sent: string | null; junk: string | null };

const known = new WeakMap<ImapFlow, Folders>();

export async function findFolders(client: ImapFlow): Promise<Folders> {
  const cached = known.get(client);
  if (cached) return cached;
  const folders = await client.list();
  const found = { sent: byUse(folders, '\\Sent', SENT_NAMES), junk: byUse(folders, '\\Junk', JUNK_NAMES) };
  known.set(client, found);
  return found;
}

/** Refreshes an open folder, which otherwise keeps the view of its opening. */
export async function openFolder(client: ImapFlow, folder: string, { readOnly = true } = {}): Promise<MailboxLockObject> {
  const isOpen = client.mailbox !== false && client.mailbox.path === folder;
  const lock = await client.getMailboxLock(folder, { readOnly });
  if (!isOpen) return lock;
  try {
    // RFC 3501 6.1.2: servers report new mail at the end of a command.
    await client.noop();
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}

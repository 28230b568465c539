import type { Folder, FolderName, FolderRef, MailStore, StoredMessage } from '../mail/store.ts';
import type { Faults } from '../mail/faults.ts';
import type { SandboxUser } from '../mail/users.ts';
import type { ImapNode } from './parse.ts';

/** `known`: number of messages that the client knows of. */
export type Session = {
  store: MailStore;
  users: SandboxUser[];
  faults: Faults;
  user: SandboxUser | null;
  selected: Selected | null;
  send(line: string | Buffer): void;
  end(): void;
  nextLine: ((line: string) => void) | null;
};

export type Selected = { ref: FolderRef; folder: Folder; readOnly: boolean; known: number; uidValidity: number; stop: () => void };

/** Returns the tagged response, `OK done`. ImapRefusal answers NO, any other error BAD. */
export type Command = (session: Session, args: ImapNode[]) => string | Promise<string>;

export class ImapRefusal extends Error {}

export const FLAGS = '(\\Answered \\Flagged \\Deleted \\Seen \\Draft)';

export function signedIn(session: Session): SandboxUser {
  if (!session.user) throw new ImapRefusal('[AUTHENTICATIONFAILED] Sign in first');
  return session.user;
}

export function selected(session: Session): Selected {
  if (!session.selected) throw new ImapRefusal('No folder is selected');
  return session.selected;
}

/** As in other servers, new messages appear only at the end of a command. */
export const seen = (session: Session): StoredMessage[] => selected(session).folder.messages.slice(0, selected(session).known);

const NAMES: Record<string, FolderName> = { INBOX: 'INBOX', SENT: 'Sent', JUNK: 'Junk' };

export function folderRef(session: Session, name: string): FolderRef {
  const folder = NAMES[name.toUpperCase()];
  if (!folder) throw new ImapRefusal(`[NONEXISTENT] No folder ${name.replaceAll(/[^\w ./-]/g, '?')}`);
  return { mailbox: signedIn(session).address.toLowerCase(), folder };
}

export function reportChanges(session: Session): void {
  const current = session.selected;
  if (!current) return;
  if (current.folder.uidValidity !== current.uidValidity) {
    session.send('* BYE The folder was renumbered\r\n');
    session.end();
    return;
  }
  const count = current.folder.messages.length;
  if (count !== current.known) session.send(`* ${count} EXISTS\r\n`);
  current.known = count;
}

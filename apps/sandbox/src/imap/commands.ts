import { findUser } from '../mail/users.ts';
import { FOLDERS, type FolderRef } from '../mail/store.ts';
import { fetchItems, fetchLine, marksSeen, readsBody } from './fetch.ts';
import { inSet, wordOf, type ImapNode } from './parse.ts';
import { searchFolder } from './search.ts';
import { FLAGS, folderRef, ImapRefusal, seen, selected, signedIn, reportChanges, type Command, type Session } from './session.ts';

export const CAPABILITIES = 'IMAP4rev1 LITERAL+ SASL-IR AUTH=PLAIN ID NAMESPACE IDLE UIDPLUS SPECIAL-USE UNSELECT';

const USES: Record<string, string> = { INBOX: '\\HasNoChildren', Sent: '\\HasNoChildren \\Sent', Junk: '\\HasNoChildren \\Junk' };

function signIn(session: Session, name: string, password: string): string {
  const user = findUser(session.users, name, password);
  if (!user) throw new ImapRefusal('[AUTHENTICATIONFAILED] Invalid credentials');
  session.user = user;
  return `OK [CAPABILITY ${CAPABILITIES}] Signed in`;
}

function plainCredentials(encoded: string): [string, string] {
  const [, name = '', password = ''] = Buffer.from(encoded, 'base64').toString().split('\0');
  return [name, password];
}

const authenticate: Command = (session, args) => {
  if (wordOf(args[0]).toUpperCase() !== 'PLAIN') throw new ImapRefusal('Only PLAIN is spoken here');
  const initial = wordOf(args[1]);
  if (initial !== '') return signIn(session, ...plainCredentials(initial));
  return new Promise((resolve, reject) => {
    session.nextLine = (line) => {
      session.nextLine = null;
      try {
        resolve(signIn(session, ...plainCredentials(line)));
      } catch (error) {
        reject(error instanceof Error ? error : new Error('AUTHENTICATE failed'));
      }
    };
    session.send('+ \r\n');
  });
};

const list: Command = (session, args) => {
  signedIn(session);
  const strings = args.filter((node) => node.kind !== 'list').map(wordOf);
  const pattern = strings[1] ?? '';
  if (pattern === '') session.send('* LIST (\\Noselect) "/" ""\r\n');
  const onlySpecial = args[0]?.kind === 'list' && JSON.stringify(args[0]).toUpperCase().includes('SPECIAL-USE');
  for (const name of FOLDERS) {
    const matches = pattern === '*' || pattern === '%' || pattern.toUpperCase() === name.toUpperCase();
    if (matches && !(onlySpecial && name === 'INBOX')) session.send(`* LIST (${USES[name]}) "/" "${name}"\r\n`);
  }
  return 'OK Listed';
};

const open =
  (readOnly: boolean): Command =>
  (session, args) => {
    leave(session);
    const ref = folderRef(session, wordOf(args[0]));
    const folder = session.store.folder(ref);
    const stop = session.store.onChange(ref, () => {
      if (session.nextLine) reportChanges(session);
    });
    session.selected = { ref, folder, readOnly, known: folder.messages.length, uidValidity: folder.uidValidity, stop };
    session.send(`* FLAGS ${FLAGS}\r\n* ${folder.messages.length} EXISTS\r\n* 0 RECENT\r\n`);
    session.send(`* OK [PERMANENTFLAGS ${readOnly ? '()' : FLAGS}] Flags\r\n* OK [UIDVALIDITY ${folder.uidValidity}] Numbers\r\n`);
    session.send(`* OK [UIDNEXT ${folder.nextUid}] Next\r\n`);
    return `OK [${readOnly ? 'READ-ONLY' : 'READ-WRITE'}] Open`;
  };

export function leave(session: Session): void {
  session.selected?.stop();
  session.selected = null;
}

const status: Command = (session, args) => {
  const ref = folderRef(session, wordOf(args[0]));
  const folder = session.store.folder(ref);
  const values: Record<string, number> = {
    MESSAGES: folder.messages.length,
    RECENT: 0,
    UIDNEXT: folder.nextUid,
    UIDVALIDITY: folder.uidValidity,
    UNSEEN: folder.messages.filter(({ flags }) => !flags.includes('\\Seen')).length,
  };
  const names = args[1]?.kind === 'list' ? args[1].items.map((item) => wordOf(item).toUpperCase()) : [];
  const items = names.filter((name) => values[name] !== undefined).map((name) => `${name} ${values[name]}`);
  session.send(`* STATUS "${ref.folder}" (${items.join(' ')})\r\n`);
  return 'OK Told';
};

function matching(session: Session, set: string, byUid: boolean): { sequence: number; uid: number }[] {
  const messages = seen(session);
  const last = byUid ? (messages.at(-1)?.uid ?? 0) : messages.length;
  return messages
    .map(({ uid }, index) => ({ sequence: index + 1, uid }))
    .filter(({ sequence, uid }) => inSet(set, byUid ? uid : sequence, last));
}

const fetch =
  (byUid: boolean): Command =>
  async (session, args) => {
    const { folder, ref, readOnly } = selected(session);
    const items = fetchItems(args[1], byUid);
    for (const { uid, sequence } of matching(session, wordOf(args[0]), byUid)) {
      const message = folder.messages.find((one) => one.uid === uid);
      if (!message) continue;
      if (marksSeen(items) && !readOnly && !message.flags.includes('\\Seen')) {
        await session.store.setFlags(ref, uid, [...message.flags, '\\Seen']);
      }
      const fault = readsBody(items)
        ? session.faults.takeIn(await session.store.raw(message), 'imap_fetch', 'imap_drop', 'imap_missing')
        : null;
      if (fault?.fault === 'imap_fetch') throw new ImapRefusal('[SERVERBUG] Internal error occurred');
      if (fault?.fault === 'imap_drop') session.end();
      if (fault) continue;
      session.send(await fetchLine(session.store, { message, sequence }, items));
    }
    return 'OK Fetched';
  };

const search =
  (byUid: boolean): Command =>
  async (session, args) => {
    const start = wordOf(args[0]).toUpperCase() === 'CHARSET' ? 2 : 0;
    const found = await searchFolder({ store: session.store, messages: seen(session) }, args.slice(start));
    session.send(`* SEARCH${found.map(({ uid, sequence }) => ` ${byUid ? uid : sequence}`).join('')}\r\n`);
    return 'OK Searched';
  };

const flagsOf = (node: ImapNode | undefined): string[] => (node?.kind === 'list' ? node.items.map(wordOf) : node ? [wordOf(node)] : []);

const store =
  (byUid: boolean): Command =>
  async (session, args) => {
    const { folder, ref, readOnly } = selected(session);
    if (readOnly) throw new ImapRefusal('The folder is open for reading only');
    const action = wordOf(args[1]).toUpperCase();
    const flagList = flagsOf(args[2]);
    for (const { uid, sequence } of matching(session, wordOf(args[0]), byUid)) {
      const had = folder.messages.find((one) => one.uid === uid)?.flags ?? [];
      const remaining = had.filter((flag) => !flagList.includes(flag));
      const flags = action.startsWith('-') ? remaining : action.startsWith('+') ? [...remaining, ...flagList] : flagList;
      await session.store.setFlags(ref, uid, flags);
      if (!action.endsWith('.SILENT')) session.send(`* ${sequence} FETCH (UID ${uid} FLAGS (${flags.join(' ')}))\r\n`);
    }
    return 'OK Kept';
  };

const expunge: Command = async (session) => {
  const current = selected(session);
  if (current.readOnly) throw new ImapRefusal('The folder is open for reading only');
  const deleted = current.folder.messages.flatMap(({ flags, uid }, index) =>
    flags.includes('\\Deleted') ? [{ sequence: index + 1, uid }] : [],
  );
  if (deleted.length === 0) return 'OK Nothing to remove';
  await session.store.expunge(
    current.ref,
    deleted.map(({ uid }) => uid),
  );
  for (const { sequence } of deleted.toReversed()) session.send(`* ${sequence} EXPUNGE\r\n`);
  current.known = current.folder.messages.length;
  return 'OK Removed';
};

const append: Command = async (session, args) => {
  if (session.faults.take('imap_append')) throw new ImapRefusal('[UNAVAILABLE] Too many connections');
  const ref: FolderRef = folderRef(session, wordOf(args[0]));
  const raw = Buffer.from(wordOf(args.at(-1)), 'latin1');
  if (args.length < 2 || raw.length === 0) throw new ImapRefusal('An empty message is not kept');
  const flags = args[1]?.kind === 'list' ? flagsOf(args[1]) : [];
  const places = [{ mailbox: ref.mailbox, folder: ref.folder, flags }];
  const [appended] = await session.store.put({ raw, via: 'append', envelope: { from: ref.mailbox, to: [] }, places });
  return `OK [APPENDUID ${session.store.folder(ref).uidValidity} ${appended?.uid}] Kept`;
};

const idle: Command = (session) => {
  signedIn(session);
  return new Promise((resolve) => {
    session.nextLine = () => {
      session.nextLine = null;
      resolve('OK Idle ended');
    };
    session.send('+ idling\r\n');
    reportChanges(session);
  });
};

export const COMMANDS: Record<string, Command> = {
  CAPABILITY: (session) => (session.send(`* CAPABILITY ${CAPABILITIES}\r\n`), 'OK Told'),
  NOOP: () => 'OK Nothing done',
  CHECK: () => 'OK Checked',
  ID: (session) => (session.send('* ID ("name" "Headwater sandbox")\r\n'), 'OK Told'),
  NAMESPACE: (session) => (session.send('* NAMESPACE (("" "/")) NIL NIL\r\n'), 'OK Told'),
  LOGIN: (session, args) => signIn(session, wordOf(args[0]), Buffer.from(wordOf(args[1]), 'latin1').toString()),
  AUTHENTICATE: authenticate,
  LIST: list,
  LSUB: list,
  STATUS: status,
  SELECT: open(false),
  EXAMINE: open(true),
  CLOSE: (session) => (leave(session), 'OK Closed'),
  UNSELECT: (session) => (leave(session), 'OK Closed'),
  FETCH: fetch(false),
  'UID FETCH': fetch(true),
  SEARCH: search(false),
  'UID SEARCH': search(true),
  STORE: store(false),
  'UID STORE': store(true),
  EXPUNGE: expunge,
  APPEND: append,
  IDLE: idle,
  LOGOUT: (session) => {
    session.send('* BYE Until next time\r\n');
    return 'OK Signed out';
  },
};

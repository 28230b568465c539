import type { TelegramErrorCode, TelegramKind } from '@headwater/domain/outreach/telegram';

/** `detail` is what the messenger called it; `seconds` how long it wants to be left alone. */
export interface MessengerFailure {
  code: TelegramErrorCode;
  detail: string;
  seconds?: number;
  /** Of `password_needed`: what the owner has noted to remember it by. */
  hint?: string;
}

/** No method rejects for what a server or a network does: it answers the failure. */
export type Outcome<Result = object> = ({ ok: true } & Result) | { ok: false; failure: MessengerFailure };

export type CodeDelivery = 'app' | 'sms' | 'call' | 'flash_call' | 'missed_call' | 'email' | 'fragment' | 'other';

/** `session` is what the code belongs to: whoever goes on shows it again. */
export interface CodeSent {
  session: string;
  codeHash: string;
  delivery: CodeDelivery;
  codeLength: number | null;
  nextDelivery: Exclude<CodeDelivery, 'app' | 'email' | 'other'> | null;
  resendAfter: number;
}

export interface MessengerUser {
  id: number;
  /** What the server wants to see beside the id; null where it did not say. */
  access: string | null;
  name: string;
  username: string | null;
  isPremium: boolean;
}

/** Whom a message goes to: by name until they are known. */
export type Peer = { id: number; access: string };

export interface MessengerFile {
  name: string;
  size: number;
  mediaType: string;
}

/** One message as the messenger has it. */
export interface MessengerMessage {
  id: number;
  isOut: boolean;
  peerId: number;
  sentAt: Date;
  /** What was written, with the addresses behind words; of a contact, a place or a poll what it says, of a sticker what it stands for. */
  text: string;
  /** The words alone, without the addresses that stand behind some of them. */
  written: string;
  file: MessengerFile | null;
  /** Null: words, a picture or a plain file. */
  kind: TelegramKind | null;
  /** When its words were changed; null where they were not, or where that is not to be seen. */
  editedAt: Date | null;
  /** The number of the message that it answers. */
  replyTo: number | null;
  /** What the person has put below it. */
  reactions: string[];
}

/** Reactions of the person to a message, as they are now. */
export interface Reacted {
  peerId: number;
  id: number;
  reactions: string[];
}

/** What happened to messages, the oldest first; the next page begins at `place`. */
export interface ChangesPage {
  edited: MessengerMessage[];
  reacted: Reacted[];
  /** Numbers of messages. */
  deleted: number[];
  place: number;
  isLast: boolean;
}

export interface MessengerDialog {
  user: MessengerUser;
  topMessage: number;
  /** When that was; null where it is not told. */
  lastAt: Date | null;
  unreadCount: number;
  readUpTo: number;
  personReadUpTo: number;
  /** It stands above the others, however old it is. */
  isPinned: boolean;
}

/** Behind a dialog, where the next page begins; the adapter alone reads it. */
export interface DialogPlace {
  messageId: number;
  date: number;
  peer: unknown;
}

/** Dialogs with people, the latest first; `next` is null where there are no more. */
export interface DialogPage {
  dialogs: MessengerDialog[];
  next: DialogPlace | null;
}

/** Some messages, the oldest first. `upTo` is the newest of them by its number, also where it is none to show; 0 where there are none. */
export interface HistoryPage {
  messages: MessengerMessage[];
  upTo: number;
}

/** Messages after that number: the oldest of them, or the newest. */
export interface HistoryPlace {
  after: number;
  limit: number;
  from: 'oldest' | 'newest';
}

/** A file that the messenger was handed, for a message to name; the adapter alone reads `handle`. */
export interface UploadedFile {
  name: string;
  mediaType: string;
  handle: unknown;
}

export interface OutgoingFile {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
  /** Of the message that it belongs to. */
  randomId: string;
}

/** `randomId` is the same on each attempt, so that the messenger takes the message once. */
export interface OutgoingText {
  peer: Peer;
  randomId: string;
  text: string;
  file?: UploadedFile;
  /** The number of the message that it answers. Where that is gone the message goes all the same. */
  replyTo?: number;
}

/** `duplicate`: it has been taken before; which one it is, `history` tells. `unknown`: nobody knows, and it may be handed over again. */
export type SendResult =
  | { outcome: 'accepted'; id: number; sentAt: Date }
  | { outcome: 'duplicate' }
  | { outcome: 'refused'; failure: MessengerFailure }
  | { outcome: 'unknown'; detail: string };

/** `isFinal`: asking again gives nothing else. */
export type Download = { ok: true; bytes: Uint8Array } | { ok: false; failure: MessengerFailure; isFinal: boolean };

/** What happens at an account, as it happens. A gap is told by `missed`: the dialogs are then looked through. */
export interface MessengerEvents {
  onMessage(message: MessengerMessage): void;
  /** As it is now. */
  onEdited(message: MessengerMessage): void;
  onReacted(reacted: Reacted): void;
  onDeleted(ids: readonly number[]): void;
  onReadByUs(peerId: number, upTo: number): void;
  onReadByPerson(peerId: number, upTo: number): void;
  onMissed(): void;
  /** The line came up again, or went down. */
  onState(isOnline: boolean): void;
}

/** The line of one account: what a channel is (send, find, read, watch), for a messenger. */
export interface MessengerLine {
  /** Begins to watch; `events` are called until it is closed. */
  watch(events: MessengerEvents): Promise<Outcome<{ self: MessengerUser }>>;
  /** Whether the session is good; what was missed meanwhile is told by `onMissed`. */
  check(): Promise<Outcome>;
  /** Whether the messenger has frozen the account. */
  isFrozen(): Promise<Outcome<{ isFrozen: boolean }>>;
  resolve(username: string): Promise<Outcome<{ user: MessengerUser }>>;
  upload(file: OutgoingFile): Promise<Outcome<{ file: UploadedFile }>>;
  send(message: OutgoingText): Promise<SendResult>;
  /** A page of dialogs with people; the first one where no place is named. */
  dialogs(from?: DialogPlace): Promise<Outcome<DialogPage>>;
  history(peer: Peer, place: HistoryPlace): Promise<Outcome<HistoryPage>>;
  /** The number of the last message before that moment; 0 where there is none. */
  lastBefore(peer: Peer, moment: Date): Promise<Outcome<{ id: number }>>;
  /** Edits and deletions since that place, as far as the messenger tells of them; where none is named only the place of now. */
  changes(from: number | null): Promise<Outcome<ChangesPage>>;
  markRead(peer: Peer, upTo: number): Promise<Outcome>;
  /** The file of a message, of up to so many bytes. */
  download(messageId: number, most: number): Promise<Download>;
  close(): Promise<void>;
}

export interface Messenger {
  /** False: the operator has set nothing up, and nothing goes anywhere. */
  isConfigured: boolean;
  requestCode(phone: string): Promise<Outcome<CodeSent>>;
  resendCode(code: { session: string; phone: string; codeHash: string }): Promise<Outcome<CodeSent>>;
  signIn(code: {
    session: string;
    phone: string;
    codeHash: string;
    code: string;
  }): Promise<Outcome<{ session: string; self: MessengerUser }>>;
  checkPassword(known: { session: string; password: string }): Promise<Outcome<{ session: string; self: MessengerUser }>>;
  /** Ends the session, as far as the messenger lets us. */
  signOut(session: string): Promise<void>;
  /** Connects with the first call. */
  open(session: string): MessengerLine;
}

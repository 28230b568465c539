import type { TelegramErrorCode, TelegramKind } from '@headwater/domain/outreach/telegram';

/** `detail` is Telegram's error name; `seconds` is the time to wait. */
export interface MessengerFailure {
  code: TelegramErrorCode;
  detail: string;
  seconds?: number;
  /** The password hint of the owner, for `password_needed`. */
  hint?: string;
}

/** Methods return failures of servers and networks; they do not reject. */
export type Outcome<Result = object> = ({ ok: true } & Result) | { ok: false; failure: MessengerFailure };

export type CodeDelivery = 'app' | 'sms' | 'call' | 'flash_call' | 'missed_call' | 'email' | 'fragment' | 'other';

/** `session` belongs to the code and must accompany it. */
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
  /** The access hash that Telegram requires with the id; null if Telegram omitted it. */
  access: string | null;
  name: string;
  username: string | null;
  isPremium: boolean;
}

/** A resolved person. Messages need a resolved username. */
export type Peer = { id: number; access: string };

export interface MessengerFile {
  name: string;
  size: number;
  mediaType: string;
}

export interface MessengerMessage {
  id: number;
  isOut: boolean;
  peerId: number;
  sentAt: Date;
  /**
   * The text with URLs of links. For a contact, place or poll its content; for a sticker its emoji.
   */
  text: string;
  /** The text without URLs of links. */
  written: string;
  file: MessengerFile | null;
  /** Null for text, a picture or a plain file. */
  kind: TelegramKind | null;
  /** Null if unedited, or if the edit is hidden. */
  editedAt: Date | null;
  replyTo: number | null;
  reactions: string[];
}

export interface Reacted {
  peerId: number;
  id: number;
  reactions: string[];
}

export interface ChangesPage {
  edited: MessengerMessage[];
  reacted: Reacted[];
  deleted: number[];
  place: number;
  isLast: boolean;
}

export interface MessengerDialog {
  user: MessengerUser;
  topMessage: number;
  lastAt: Date | null;
  unreadCount: number;
  readUpTo: number;
  personReadUpTo: number;
  /** Pinned dialogs come first, regardless of age. */
  isPinned: boolean;
}

/** The start of the next page of dialogs. Only the adapter reads it. */
export interface DialogPlace {
  messageId: number;
  date: number;
  peer: unknown;
}

/** Dialogs with people, newest first; `next` is null on the last page. */
export interface DialogPage {
  dialogs: MessengerDialog[];
  next: DialogPlace | null;
}

/**
 * Messages, oldest first. `upTo` is the newest id of the page, including hidden messages; 0 without
 * messages.
 */
export interface HistoryPage {
  messages: MessengerMessage[];
  upTo: number;
}

/** Selects the oldest or the newest messages after an id. */
export interface HistoryPlace {
  after: number;
  limit: number;
  from: 'oldest' | 'newest';
}

/** An uploaded file for use in a message. Only the adapter reads `handle`. */
export interface UploadedFile {
  name: string;
  mediaType: string;
  handle: unknown;
}

interface OutgoingFile {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
  randomId: string;
}

/** `randomId` is the same on each attempt, so that Telegram accepts the message once. */
export interface OutgoingText {
  peer: Peer;
  randomId: string;
  text: string;
  file?: UploadedFile;
  /** The id of the answered message. A missing one does not stop the message. */
  replyTo?: number;
}

/**
 * `duplicate`: Telegram accepted the message before; `history` returns its id. `unknown`: the
 * outcome is unknown, and the message may be sent again.
 */
export type SendResult =
  | { outcome: 'accepted'; id: number; sentAt: Date }
  | { outcome: 'duplicate' }
  | { outcome: 'refused'; failure: MessengerFailure }
  | { outcome: 'unknown'; detail: string };

/** `isFinal`: a retry cannot succeed. */
export type Download = { ok: true; bytes: Uint8Array } | { ok: false; failure: MessengerFailure; isFinal: boolean };

/** Updates of an account. `onMissed` reports a gap and requires a sync. */
export interface MessengerEvents {
  onMessage(message: MessengerMessage): void;
  onEdited(message: MessengerMessage): void;
  onReacted(reacted: Reacted): void;
  onDeleted(ids: readonly number[]): void;
  onReadByUs(peerId: number, upTo: number): void;
  onReadByPerson(peerId: number, upTo: number): void;
  onMissed(): void;
  onState(isOnline: boolean): void;
}

/**
 * The connection of one account. Its methods match those of an e-mail channel: send, find, read,
 * watch.
 */
export interface MessengerConnection {
  watch(events: MessengerEvents): Promise<Outcome<{ self: MessengerUser }>>;
  /** Checks the session. `onMissed` reports a gap. */
  check(): Promise<Outcome>;
  isFrozen(): Promise<Outcome<{ isFrozen: boolean }>>;
  resolve(username: string): Promise<Outcome<{ user: MessengerUser }>>;
  upload(file: OutgoingFile): Promise<Outcome<{ file: UploadedFile }>>;
  send(message: OutgoingText): Promise<SendResult>;
  dialogs(from?: DialogPlace): Promise<Outcome<DialogPage>>;
  history(peer: Peer, place: HistoryPlace): Promise<Outcome<HistoryPage>>;
  /** The id of the last message before the moment; 0 without one. */
  lastBefore(peer: Peer, moment: Date): Promise<Outcome<{ id: number }>>;
  /** Edits and deletions since the position. Null returns only the current position. */
  changes(from: number | null): Promise<Outcome<ChangesPage>>;
  markRead(peer: Peer, upTo: number): Promise<Outcome>;
  download(messageId: number, most: number): Promise<Download>;
  close(): Promise<void>;
  /** Closes the connection after that time, also with calls in progress. */
  closeIn(milliseconds: number): void;
}

export interface Messenger {
  /** False without API credentials; all calls fail. */
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
  /** Ends the session. Failures are ignored. */
  signOut(session: string): Promise<void>;
  open(session: string): MessengerConnection;
}

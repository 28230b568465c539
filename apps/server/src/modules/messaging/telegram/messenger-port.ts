import type { TelegramErrorCode } from '@headwater/domain/outreach/telegram';

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
  text: string;
  file: MessengerFile | null;
}

export interface MessengerDialog {
  user: MessengerUser;
  topMessage: number;
  /** When that was; null where it is not told. */
  lastAt: Date | null;
  unreadCount: number;
  readUpTo: number;
  personReadUpTo: number;
}

/** `randomId` is the same on each attempt, so that the messenger takes the message once. */
export interface OutgoingText {
  peer: Peer;
  randomId: string;
  text: string;
  file?: { name: string; mediaType: string; bytes: Uint8Array };
}

/** `duplicate`: it has been taken before; which one it is, `history` tells. `unknown`: nobody knows, and it may be handed over again. */
export type SendResult =
  | { outcome: 'accepted'; id: number; sentAt: Date }
  | { outcome: 'duplicate' }
  | { outcome: 'refused'; failure: MessengerFailure }
  | { outcome: 'unknown'; detail: string };

/** What happens at an account, as it happens. A gap is told by `missed`: the dialogs are then looked through. */
export interface MessengerEvents {
  onMessage(message: MessengerMessage): void;
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
  resolve(username: string): Promise<Outcome<{ user: MessengerUser }>>;
  send(message: OutgoingText): Promise<SendResult>;
  /** Dialogs with people, the latest first. */
  dialogs(): Promise<Outcome<{ dialogs: MessengerDialog[] }>>;
  /** Messages after that number, the oldest first; the newest `limit` of them. */
  history(peer: Peer, after: { id: number; limit: number }): Promise<Outcome<{ messages: MessengerMessage[] }>>;
  markRead(peer: Peer, upTo: number): Promise<Outcome>;
  /** The file of a message, of up to so many bytes. */
  download(messageId: number, most: number): Promise<Outcome<{ bytes: Uint8Array }>>;
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

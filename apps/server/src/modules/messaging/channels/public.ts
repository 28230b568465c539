export { sendingStop } from './actions/stop-sending.ts';
export { requireMailbox, there } from './actions/require-mailbox.ts';
export { markBroken } from './actions/mark-broken.ts';
export { brokenDetail, worded } from './broken-mailbox.ts';
export { type Connections, openSettings } from './connections.ts';
export { fileSent } from './sent-copies.ts';
export { fromOf } from './sender-alias.ts';
export { ingestedSince, isIngested } from './ingested.ts';
export type {
  AnyMailboxSettings,
  FindSentOutcome,
  IncomingMessage,
  MailSecurity,
  Mailbox,
  MailboxCursor,
  MailboxFailure,
  MailboxProvider,
  OutgoingMail,
  ReadOutcome,
  SendOutcome,
  SendRefusal,
  SkippedMessage,
} from './mailbox-port.ts';
export { pauseOf } from './present-mailbox.ts';
export {
  type MailboxRow,
  endPause,
  findMailbox,
  findMailboxOf,
  findSettings,
  leavesFromOwnerOf,
  listConnected,
  listMailboxesOf,
  pauseMailbox,
  saveCursor,
  saveLimitsOfUser,
  senderOf,
  sentSince,
  shareMailbox,
} from './store/mailboxes.ts';
export type { ChannelTables } from './tables.ts';

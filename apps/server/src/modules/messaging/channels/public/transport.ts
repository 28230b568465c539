export { brokenDetail, worded } from '../actions/mark-broken.ts';
export { type Connections, openSettings } from '../connections.ts';
export { fileSent } from '../sent-copies.ts';
export type {
  AnyMailboxSettings,
  FindSentOutcome,
  IncomingMessage,
  Mailbox,
  MailboxFailure,
  MailboxProvider,
  OutgoingMail,
  ReadOutcome,
  SendOutcome,
  SendRefusal,
  SkippedMessage,
} from '../mailbox-port.ts';

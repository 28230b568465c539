export { there } from './actions/require-mailbox.ts';
export { fromOf } from './sender-alias.ts';
export { ingestedSince, isIngested } from './ingested.ts';
export type { ChannelTables } from './tables.ts';
export { requireMailbox } from './actions/require-mailbox.ts';
export { markBroken } from './actions/mark-broken.ts';
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

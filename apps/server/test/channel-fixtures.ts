import { mailChannel } from '../src/modules/messaging/channels/channel-port.ts';
import type { Connections } from '../src/modules/messaging/channels/connections.ts';
import type { Mailbox } from '../src/modules/messaging/channels/mailbox-port.ts';

/** Connections that always use this mailbox. */
export const connectionsTo = (mailboxOf: (mailbox: { id: number }) => Mailbox): Connections => ({
  of: (row) => mailChannel(mailboxOf(row)),
  mailboxOf,
  close: async () => undefined,
});

import type { Connections } from '../src/modules/messaging/channels/connections.ts';
import type { Mailbox } from '../src/modules/messaging/channels/mailbox-port.ts';

/** Connections that always use this mailbox. */
export const connectionsTo = (of: (mailbox: { id: number }) => Mailbox): Connections => ({ of, close: async () => undefined });

import type { GrantedProvider } from '@headwater/domain/mail/granted-providers';
import type { Database, Tx } from '#platform/database/database.ts';
import type { OAuthTokens } from '#platform/oauth/client.ts';
import type { Clock } from '#platform/clock.ts';
import type { ConsentProviders } from '../mailbox-port.ts';
import { isConnectedAnywhere } from '../store/grants.ts';
import { openSettings } from '../connections.ts';
import type { MailboxRow } from '../store/mailboxes.ts';
import { type Announcer, disconnectMailbox } from './keep-mailbox.ts';

interface Access {
  provider: GrantedProvider;
  address: string;
  tokens: OAuthTokens;
}

/** Keeps an access that others use, because services revoke all consents of an account. */
export async function revokeAccess(
  { database, consents }: { database: Database; consents: ConsentProviders },
  { provider, address, tokens }: Access,
): Promise<void> {
  if (await database.asSystem((tx) => isConnectedAnywhere(tx, { provider, address }))) return;
  await consents[provider].forget(tokens);
}

type AccessServices = Parameters<typeof revokeAccess>[0] & Parameters<typeof openSettings>[0];

function openIfPossible(services: AccessServices, row: MailboxRow) {
  try {
    return openSettings(services, row);
  } catch {
    return undefined;
  }
}

/** Revokes the access at the service, unless a changed secret key prevents decryption. */
export async function revokeMailboxAccess(services: AccessServices, row: MailboxRow | undefined): Promise<void> {
  if (!row || row.provider === 'smtp_imap') return;
  const settings = openIfPossible(services, row);
  if (settings && 'tokens' in settings) await revokeAccess(services, { ...settings, address: row.address });
}

type StopServices = Parameters<typeof revokeMailboxAccess>[0] & Announcer & { clock: Clock };

/** Disconnects the mailbox of a leaving user. Call the returned function after the commit. */
export const sendingStop =
  ({ clock, announceMany, ...services }: StopServices) =>
  async (tx: Tx, userId: number): Promise<() => Promise<void>> => {
    const row = await disconnectMailbox(tx, { userId }, { now: clock.now(), announceMany });
    return () => revokeMailboxAccess({ ...services }, row);
  };

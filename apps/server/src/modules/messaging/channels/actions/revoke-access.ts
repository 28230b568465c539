import type { GrantedProvider } from '@headwater/domain/mail/granted-providers';
import type { Database } from '#platform/database/database.ts';
import type { OAuthTokens } from '#platform/oauth/client.ts';
import type { ConsentProviders } from '../mailbox-port.ts';
import { isConnectedAnywhere } from '../store/grants.ts';

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

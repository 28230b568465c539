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

/**
 * Gives access that nobody uses any more back to its service. A service takes back all that the account has granted to us, not this
 * consent alone: where the account is connected by anybody, theirs would end with it.
 */
export async function revokeAccess(
  { database, consents }: { database: Database; consents: ConsentProviders },
  { provider, address, tokens }: Access,
): Promise<void> {
  if (await database.asSystem((tx) => isConnectedAnywhere(tx, { provider, address }))) return;
  await consents[provider].forget(tokens);
}

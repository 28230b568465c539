import type { GrantedProvider } from '@headwater/domain/mail/granted-providers';
import type { QueryClient } from '@tanstack/react-query';
import { acceptConsent, type ConsentOutcome, type Returned } from '#lib/accept-consent.ts';
import { mailboxQuery } from './mailbox.ts';

export async function connectMailbox(vendor: GrantedProvider, returned: Returned, client: QueryClient): Promise<ConsentOutcome> {
  const outcome = await acceptConsent(vendor, returned);
  if (outcome.connected) await client.invalidateQueries({ queryKey: mailboxQuery.queryKey });
  return outcome;
}

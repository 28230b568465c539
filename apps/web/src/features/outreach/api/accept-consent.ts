import type { QueryClient } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import type { GrantedProvider } from '@headwater/domain/mail/granted-providers';
import { mailboxQuery } from './mailbox.ts';

interface Returned {
  code?: string;
  state?: string;
  error?: string;
}

export type Outcome = { connected: true } | { connected: false; why: 'denied' | 'incomplete' | ApiError };

export async function acceptConsent(vendor: GrantedProvider, { code, state, error }: Returned, client: QueryClient): Promise<Outcome> {
  if (error) return { connected: false, why: 'denied' };
  if (!code || !state) return { connected: false, why: 'incomplete' };
  try {
    await api.mailServices.accept({ vendor, access_token: code, state });
  } catch (refused) {
    if (refused instanceof ApiError) return { connected: false, why: refused };
    throw refused;
  }
  await client.invalidateQueries({ queryKey: mailboxQuery.queryKey });
  return { connected: true };
}

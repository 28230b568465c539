import type { ConsentVendor } from '@headwater/domain/ats/vendors';
import type { QueryClient } from '@tanstack/react-query';
import { acceptConsent, type ConsentOutcome, type Returned } from '#lib/accept-consent.ts';
import { orpc } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';

export type AppOutcome = { vendor: ConsentVendor } & ConsentOutcome;

export async function connectApp(vendor: ConsentVendor, returned: Returned, client: QueryClient): Promise<AppOutcome> {
  const outcome = await acceptConsent(vendor, returned);
  if (outcome.connected) await client.invalidateQueries({ queryKey: orpc.ats.key() });
  return { vendor, ...outcome };
}

/** ATS-007 */
export const isSubdomainRefused = (outcome: AppOutcome): boolean =>
  !outcome.connected && outcome.why instanceof ApiError && 'subdomain' in outcome.why.fields;

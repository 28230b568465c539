import { api } from './api.ts';
import { ApiError } from './api-error.ts';

/** Parameters of the redirect from a consent page. */
export interface Returned {
  code?: string;
  state?: string;
  error?: string;
}

export type ConsentOutcome = { connected: true } | { connected: false; why: 'denied' | 'incomplete' | ApiError };

type Vendor = Parameters<typeof api.ats.addAccount>[0]['vendor'];

/** ATS-016 */
export async function acceptConsent(vendor: Vendor, { code, state, error }: Returned): Promise<ConsentOutcome> {
  if (error) return { connected: false, why: 'denied' };
  if (!code || !state) return { connected: false, why: 'incomplete' };
  try {
    await api.ats.addAccount({ vendor, access_token: code, state });
  } catch (refused) {
    if (refused instanceof ApiError) return { connected: false, why: refused };
    throw refused;
  }
  return { connected: true };
}

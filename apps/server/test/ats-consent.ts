import type { ConsentVendor } from '@headwater/domain/ats/vendors';
import type { Answer, Caller } from './caller.ts';
import { allow } from './mail-services.ts';

interface Consenting {
  vendor: ConsentVendor;
  /** User of the system on its consent page. */
  account: string;
  /** Fields before the page. */
  fields?: Record<string, string>;
}

/** Goes to the consent page of the system like a browser; returns the body for `/api/social_accounts/`. */
export async function consentAt(caller: Caller, { vendor, account, fields = {} }: Consenting) {
  const { status, body } = await caller.post(`/api/v6/${vendor}/connect/`, fields);
  if (status !== 200) throw new Error(`${vendor} answered ${status}: ${JSON.stringify(body)}`);
  const back = await allow(body.url, account);
  if (back.pathname !== `/${vendor}/set`) throw new Error(`the consent page led to ${back.href}`);
  return { vendor, access_token: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' };
}

export const connectByConsent = async (caller: Caller, consenting: Consenting): Promise<Answer> =>
  caller.post('/api/social_accounts/', await consentAt(caller, consenting));

import type { MessageKey } from '@headwater/contract/errors';

/** Reasons with a text of ours; for others the server’s sentence is shown. */
export const worded = ['access_revoked', 'rights_missing', 'mailbox_full'] as const;

export function brokenDetail(reason: string, said: string): string {
  const known = worded.find((one) => one === reason);
  return known ? (`mail_${known}` satisfies MessageKey) : said;
}

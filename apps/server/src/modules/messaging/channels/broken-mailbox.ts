import type { MessageKey } from '@headwater/contract/errors';

/** What a person must mend and we have words for; for the rest the server's own sentence is shown. */
export const worded = ['access_revoked', 'rights_missing', 'mailbox_full'] as const;

/** Why a mailbox is broken, as it is kept: a key of our own words where there are any. */
export function brokenDetail(reason: string, said: string): string {
  const known = worded.find((one) => one === reason);
  return known ? (`mail_${known}` satisfies MessageKey) : said;
}

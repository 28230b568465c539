import { openSettings } from '../connections.ts';
import type { MailboxRow } from '../store/mailboxes.ts';
import { revokeAccess } from './revoke-access.ts';

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

import { type ResealCounts, resealRows } from '#platform/crypto/resealing.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Database } from '#platform/database/database.ts';
import type { OAuthTokens } from '#platform/oauth/client.ts';
import type { AnyMailboxSettings, Mailbox, MailboxProvider } from './mailbox-port.ts';
import { saveRenewedAccess, listSecrets, type MailboxRow, replaceSecret } from './store/mailboxes.ts';

export type MailboxSecrets = { smtp: string; imap: string } | { tokens: OAuthTokens };

export interface Vault {
  database: Database;
  secrets: SecretBox;
}

const contextOf = (userId: number) => `mailbox of user ${userId}`;

export const sealSecrets = (box: SecretBox, userId: number, secrets: MailboxSecrets): string =>
  box.seal(JSON.stringify(secrets), contextOf(userId));

export function openSettings({ database, secrets: box }: Vault, row: MailboxRow): AnyMailboxSettings {
  const secrets = JSON.parse(box.open(row.secret, contextOf(row.user_id))) as MailboxSecrets;
  const from = { name: row.from_name, address: row.address };
  if ('smtp' in row.settings && 'smtp' in secrets) {
    return {
      smtp: { ...row.settings.smtp, password: secrets.smtp },
      imap: { ...row.settings.imap, password: secrets.imap },
      from,
    };
  }
  if (row.provider === 'smtp_imap' || !('tokens' in secrets)) throw new Error('the secrets of a mailbox do not match its provider');
  return {
    provider: row.provider,
    from,
    tokens: secrets.tokens,
    async keep(tokens) {
      const sealed = sealSecrets(box, row.user_id, { tokens });
      await database.asSystem((tx) => saveRenewedAccess(tx, row, sealed));
    },
  };
}

export const resealMailboxes = (database: Database, box: SecretBox): Promise<ResealCounts> =>
  database.asSystem(async (tx) =>
    resealRows(await listSecrets(tx), {
      reseal: ({ user_id: userId, secret }) => box.reseal(secret, contextOf(userId)),
      replace: ({ id, secret }, to) => replaceSecret(tx, id, { from: secret, to }),
    }),
  );

export interface Connections {
  of(row: MailboxRow): Mailbox;
  close(): Promise<void>;
}

export function createConnections(provider: MailboxProvider<AnyMailboxSettings>, vault: Vault): Connections {
  const open = new Map<number, { key: string; mailbox: Mailbox }>();
  return {
    of(row) {
      const key = JSON.stringify([row.secret, row.settings, row.address, row.from_name]);
      const known = open.get(row.id);
      if (known?.key === key) return known.mailbox;
      void known?.mailbox.close();
      const mailbox = provider.open(openSettings(vault, row));
      open.set(row.id, { key, mailbox });
      return mailbox;
    },
    async close() {
      await Promise.all([...open.values()].map(({ mailbox }) => mailbox.close()));
      open.clear();
    },
  };
}

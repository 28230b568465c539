import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Database } from '#platform/database/database.ts';
import type { Mailbox, MailboxProvider, MailboxSettings } from '../mailbox-port.ts';
import { listSecrets, type MailboxRow, replaceSecret } from '../store/mailboxes.ts';

interface Secrets {
  smtp: string;
  imap: string;
}

const contextOf = (userId: number) => `mailbox of user ${userId}`;

export const sealSecrets = (box: SecretBox, userId: number, secrets: Secrets): string =>
  box.seal(JSON.stringify(secrets), contextOf(userId));

/** The settings of a stored mailbox with its passwords, for the provider alone. */
export function openSettings(box: SecretBox, row: MailboxRow): MailboxSettings {
  const secrets = JSON.parse(box.open(row.secret, contextOf(row.user_id))) as Secrets;
  return {
    smtp: { ...row.settings.smtp, password: secrets.smtp },
    imap: { ...row.settings.imap, password: secrets.imap },
    from: { name: row.from_name, address: row.address },
  };
}

/** Seals anew what an older key sealed. Returns how many were, and how many no key opens. */
export async function resealMailboxes(database: Database, box: SecretBox): Promise<{ resealed: number; lost: number }> {
  return database.asSystem(async (tx) => {
    const counts = { resealed: 0, lost: 0 };
    for (const row of await listSecrets(tx)) {
      try {
        const sealed = box.reseal(row.secret, contextOf(row.user_id));
        if (sealed === undefined) continue;
        await replaceSecret(tx, row.id, { from: row.secret, to: sealed });
        counts.resealed += 1;
      } catch {
        counts.lost += 1;
      }
    }
    return counts;
  });
}

/** Open connections by mailbox, renewed where the settings changed. */
export function createConnections(provider: MailboxProvider, box: SecretBox) {
  const open = new Map<number, { key: string; mailbox: Mailbox }>();
  return {
    of(row: MailboxRow): Mailbox {
      const key = JSON.stringify([row.secret, row.settings, row.address, row.from_name]);
      const known = open.get(row.id);
      if (known?.key === key) return known.mailbox;
      void known?.mailbox.close();
      const mailbox = provider.open(openSettings(box, row));
      open.set(row.id, { key, mailbox });
      return mailbox;
    },
    async close(): Promise<void> {
      await Promise.all([...open.values()].map(({ mailbox }) => mailbox.close()));
      open.clear();
    },
  };
}

export type Connections = ReturnType<typeof createConnections>;

import type { MailProvider } from '@headwater/domain/mail/granted-providers';
import type { ColumnType, Generated } from 'kysely';
import type { MessageTables } from '#modules/messaging/messages/public.ts';
import type { MailboxCursor, MailSecurity } from './mailbox-port.ts';

interface ServerSettings {
  host: string;
  port: number;
  security: MailSecurity;
  user: string;
}

/** Without passwords. Consent services store only the mail server host. */
export type StoredMailboxSettings = { smtp: ServerSettings; imap: ServerSettings } | { host: string };

export type ChannelTables = Pick<MessageTables, 'messages' | 'mailing_recipients'> & {
  mailboxes: {
    id: Generated<number>;
    company_id: number;
    user_id: number;
    provider: MailProvider;
    address: string;
    from_name: Generated<string>;
    settings: ColumnType<StoredMailboxSettings, string, string>;
    secret: string;
    /** `disconnected`: kept for its messages, without an access; a user may have several. */
    state: Generated<'connected' | 'broken' | 'disconnected'>;
    disconnected_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    failure: ColumnType<{ detail: string } | null, string | null, string | null>;
    cursor: ColumnType<MailboxCursor | null, string | null | undefined, string | null>;
    daily_limit: Generated<number | null>;
    gap_seconds: Generated<number>;
    files_sent: Generated<boolean>;
    connected_at: ColumnType<Date, Date | undefined, never>;
    read_at: Date | null;
    paused_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
    /** The server’s sentence; null if it asked to wait or does not answer. */
    paused_reason: ColumnType<string | null, string | null | undefined, string | null>;
    ramps: Generated<boolean>;
    access_number: Generated<number>;
  };
  mailbox_limits: { user_id: number; company_id: number; daily_limit: number | null; gap_seconds: number; ramps: boolean };
  messaging_settings: {
    user_id: number;
    company_id: number;
    signature: Generated<string>;
    send_window_from: string | null;
    send_window_to: string | null;
    sender_alias: string | null;
  };
  sent_copies: {
    message_id: number;
    company_id: number;
    mailbox_id: number;
    raw: Buffer | null;
    attempts: Generated<number>;
    next_at: Date | null;
    detail: string;
  };
};

import type { Generated } from 'kysely';
import type { ChannelTables } from '#modules/messaging/channels/public.ts';

export type InboundTables = Pick<ChannelTables, 'mailboxes'> & {
  unreadable_messages: {
    id: Generated<number>;
    company_id: number;
    mailbox_id: number;
    folder: string;
    remote_id: string;
    message_id: string | null;
    reason: 'too_slow' | 'crashed' | 'defect' | 'interrupted' | 'not_fetched' | 'not_kept';
    detail: string;
    received_at: Date | null;
    noticed_at: Date;
  };
  reading_attempts: { mailbox_id: number; company_id: number; message_key: string; attempts: number };
};

import { sql } from 'kysely';
import type { StepChannel } from '@headwater/domain/outreach/channels';
import type { MessageStatus } from '@headwater/domain/outreach/message-status';

/** `message_progress`: the only definition of shown states in SQL. */
export type ProgressView = {
  message_progress: {
    id: number;
    company_id: number;
    recipient_id: number;
    created_by: number | null;
    send_at: Date;
    status: Exclude<MessageStatus, 'planned' | 'pending' | 'draft'> | 'waiting';
    has_left: boolean;
    is_opened: boolean;
    is_replied: boolean;
    is_on_its_way: boolean;
    is_failed: boolean;
    changed_at: Date;
    channel: StepChannel;
  };
};

/** SEND-001: status at a moment. `view` is the name of `message_progress` in the query. */
export const statusAt = (now: Date, view: 'progress' | 'messages' = 'progress') =>
  sql<MessageStatus>`message_status_at(${sql.ref(`${view}.status`)}, ${sql.ref(`${view}.send_at`)}, ${now})`;

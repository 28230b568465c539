import type { ChannelTables } from '#modules/messaging/channels/public.ts';
import type { MessageTables } from '#modules/messaging/messages/public.ts';

// A type alias, because Kysely needs an index signature.
export type DeliveryTables = Pick<MessageTables, 'messages'> &
  Pick<ChannelTables, 'mailboxes'> & {
    sending_limits: { company_id: number; per_day: number | null; per_domain_per_hour: number | null };
  };

import type { ColumnType, Generated } from 'kysely';
import type { StepChannel } from '@headwater/domain/outreach/channels';
import type { CustomVariable } from '@headwater/domain/outreach/variables';
import type { UserTables } from '#modules/accounts/public.ts';
import type { FileTables } from '#modules/files/public.ts';
import type { ChannelTables } from '#modules/messaging/channels/public.ts';
import type { MailingStatus } from '#modules/messaging/messages/public/planning.ts';
import type { MessageTables } from '#modules/messaging/messages/public.ts';

// A type alias, because Kysely needs an index signature.
export type MailingTables = Pick<MessageTables, 'mailings' | 'mailing_recipients' | 'messages' | 'message_events'> &
  Pick<ChannelTables, 'mailboxes'> &
  Pick<FileTables, 'files'> &
  UserTables & {
    mailing_steps: {
      id: Generated<number>;
      company_id: number;
      mailing_id: number;
      number: number;
      position: number;
      channel: StepChannel;
      falls_back: boolean;
      subject: string;
      body: string;
      custom_variables: ColumnType<CustomVariable[], string, string>;
      subject_b: string | null;
      body_b: string | null;
      send_delay: number;
      delay_kind: 'calendar' | 'business';
      send_time_from: string | null;
      send_time_to: string | null;
      send_time: string | null;
      send_time_zone: string | null;
    };
    mailing_launches: {
      mailing_id: number;
      company_id: number;
      launched_by: number | null;
      status: MailingStatus;
      sender_id: number | null;
      launch_at: Date | null;
      launched_at: Date | null;
      after_launch_status_id: number | null;
      steps: ColumnType<{ id: number; zone: string | null }[], string, never>;
    };
    mailing_launch_recipients: {
      mailing_id: number;
      recipient_id: number;
      kind: 'launch' | 'occurred' | 'planned' | 'error' | 'passed_over';
    };
    mailing_drafts: { company_id: number; recipient_id: number; step: number; subject: string | null; body: string | null };
    mailing_files: {
      company_id: number;
      mailing_id: number;
      step: Generated<number>;
      file_id: number;
      position: number;
    };
  };

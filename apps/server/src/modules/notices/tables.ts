import type { NoticeKind } from '@headwater/domain/notices';
import type { ColumnType, Generated } from 'kysely';

export type NoticeTables = {
  notices: {
    id: Generated<number>;
    company_id: ColumnType<number, number, never>;
    user_id: ColumnType<number, number, never>;
    kind: ColumnType<NoticeKind, NoticeKind, never>;
    key: ColumnType<string, string, never>;
    profile_id: number | null;
    /** Id of an e-mail or Telegram message, job, SIM card, comment, saved query, vacancy or task. */
    object_id: number | null;
    /** `noticePayload` of the contract without the kind. */
    payload: ColumnType<object, string, never>;
    in_app: boolean;
    for_email: boolean;
    for_push: Generated<boolean>;
    digest_key: string | null;
    created_at: ColumnType<Date, Date, never>;
    read_at: Date | null;
  };
  notice_settings: {
    company_id: ColumnType<number, number, never>;
    user_id: ColumnType<number, number, never>;
    kind: ColumnType<NoticeKind, NoticeKind, never>;
    in_app: boolean;
    email: boolean;
    push: Generated<boolean>;
  };
  push_subscriptions: {
    id: Generated<number>;
    company_id: ColumnType<number, number, never>;
    user_id: ColumnType<number, number, never>;
    session_hash: ColumnType<Buffer, Buffer, never>;
    endpoint: string;
    p256dh: string;
    auth: string;
    server_key: string;
    agent: string | null;
    created_at: ColumnType<Date, Date, never>;
    failed_at: Date | null;
  };
};

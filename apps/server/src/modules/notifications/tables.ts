import type { ExtensionNotification } from '@headwater/contract/extension-notifications';
import type { SystemNotification } from '@headwater/contract/system-notifications';
import type { ColumnType, Generated } from 'kysely';

export type NotificationTables = {
  system_notifications: {
    id: Generated<number>;
    title: string;
    content: string;
    show_format: SystemNotification['show_format'];
    type: SystemNotification['type'];
    button_text: Generated<string>;
    button_link: Generated<string>;
    /** Inclusive, 'YYYY-MM-DD'. */
    start_date: string | null;
    end_date: string | null;
    active: Generated<boolean>;
    target_user_role: SystemNotification['target_user_role'];
    target_can_search: boolean | null;
    company_ids: Generated<number[]>;
    region: SystemNotification['region'];
    created_by: ColumnType<number | null, number, never>;
    created_at: ColumnType<Date, Date, never>;
    updated_at: Date;
  };
  system_notification_statuses: {
    company_id: ColumnType<number, number, never>;
    notification_id: ColumnType<number, number, never>;
    user_id: ColumnType<number, number, never>;
    status: 'read' | 'hidden';
    changed_at: Date;
  };
  extension_notifications: {
    id: Generated<number>;
    title: string;
    description_en: Generated<string>;
    description_ru: Generated<string>;
    text_en: Generated<string>;
    text_ru: Generated<string>;
    sites: Generated<string[]>;
    versions_shown: Generated<string[]>;
    versions_hidden: Generated<string[]>;
    weight: Generated<number>;
    access_type: ExtensionNotification['access_type'];
    created_by: ColumnType<number | null, number, never>;
    created_at: ColumnType<Date, Date, never>;
    updated_at: Date;
  };
};

import { commaList } from '@headwater/domain/text/comma-list';
import type { SystemNotification, SystemNotificationInput } from '@headwater/contract/system-notifications';

export interface FormValues extends Record<string, unknown> {
  title: string;
  content: string;
  button_text: string;
  button_link: string;
  show_format: SystemNotificationInput['show_format'];
  type: SystemNotificationInput['type'];
  start_date: string;
  end_date: string;
  active: boolean;
  target_user_role: SystemNotificationInput['target_user_role'];
  target_can_search: 'true' | 'false' | null;
  company_ids: string[];
  region: SystemNotificationInput['region'];
}

const fresh: FormValues = {
  title: '',
  content: '',
  button_text: '',
  button_link: '',
  show_format: 'full',
  type: 'other',
  start_date: '',
  end_date: '',
  active: true,
  target_user_role: null,
  target_can_search: null,
  company_ids: [],
  region: null,
};

export function startValues(notification: SystemNotification | undefined): FormValues {
  if (!notification) return fresh;
  const { id: _id, companies: _companies, state: _state, created_at: _created, updated_at: _updated, ...settings } = notification;
  return {
    ...settings,
    start_date: settings.start_date ?? '',
    end_date: settings.end_date ?? '',
    target_can_search: settings.target_can_search === null ? null : (`${settings.target_can_search}` as const),
    company_ids: commaList(settings.company_ids),
  };
}

export const settingsOf = (values: FormValues): SystemNotificationInput => ({
  ...values,
  company_ids: values.company_ids.join(','),
  start_date: values.start_date || null,
  end_date: values.end_date || null,
  target_can_search: values.target_can_search === null ? null : values.target_can_search === 'true',
});

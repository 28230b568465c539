import { ExtensionList } from '#features/notifications/components/ExtensionList.tsx';
import { SystemList } from '#features/notifications/components/SystemList.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';

/** NOTF-004. */
export function SystemNotificationsPage() {
  const { t } = useTranslation('notifications');
  usePageTitle(t('systemTitle'));
  return <SystemList />;
}

/** NOTF-001. */
export function ExtensionNotificationsPage() {
  const { t } = useTranslation('notifications');
  usePageTitle(t('extensionTitle'));
  return <ExtensionList />;
}

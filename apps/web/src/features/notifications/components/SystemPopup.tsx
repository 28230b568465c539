import { useEffect } from 'react';
import type { OwnNotification } from '@headwater/contract/system-notifications';
import { useTranslation } from '#lib/use-translation.ts';
import { whenNoDialog } from '#ui/modals.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { useNotificationStatus } from '../api/system.ts';
import { type DialogNotification, openNotification } from './SystemDialog.tsx';

interface Short {
  notification: DialogNotification;
  learnMore: string;
  hide: { label: string; act: () => void };
}

/** NOTF-010 */
export const showShort = ({ notification, learnMore, hide }: Short): (() => void) =>
  showSnackbar({
    message: notification.title,
    key: 'system-notification',
    actions: [{ label: learnMore, act: () => void openNotification(notification) }, hide],
  });

/** NOTF-007 to NOTF-012: never opens over a dialog of the user. */
export function SystemPopup({ notification }: { notification: OwnNotification }) {
  const { t } = useTranslation('notifications');
  const setStatus = useNotificationStatus();
  const { id, show_format: format } = notification;
  useEffect(() => {
    let isOver = false;
    let takeAway = () => {};
    const act = () => void setStatus(id, 'hidden').catch(showError);
    const show = async () => {
      await whenNoDialog();
      if (isOver) return;
      if (format === 'full') await openNotification(notification);
      else takeAway = showShort({ notification, learnMore: t('learnMore'), hide: { label: t('hide'), act } });
    };
    void show();
    return () => {
      isOver = true;
      takeAway();
    };
    // The current user reloads from time to time, with the same notification.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- shown once
  }, [id]);
  return null;
}

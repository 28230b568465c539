import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { type MouseEvent, Suspense, useEffect, useRef } from 'react';
import type { OwnNotification } from '@headwater/contract/system-notifications';
import { readHttpLink } from '@headwater/domain/http-link';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { openModal } from '#ui/modals.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import { useNotificationStatus } from '../api/system.ts';
import classes from './notifications.module.css';

const RichText = lazyPart(() => import('#features/editor/components/RichText.tsx'), 'RichText', ['editor']);

/** NOTF-029 */
export type DialogNotification = Pick<OwnNotification, 'type' | 'title' | 'content' | 'button_text' | 'button_link'> & {
  /** Undefined: a preview, which is not marked as read. */
  id: number | undefined;
};

function openWindow(address: string): void {
  const link = readHttpLink(address);
  if (link !== undefined) window.open(link, '_blank', 'noopener,noreferrer');
}

function openLink(event: MouseEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const address = link?.getAttribute('href') ?? '';
  if (readHttpLink(address) === undefined) return;
  event.preventDefault();
  openWindow(address);
}

function NotificationBody({ notification, close }: { notification: DialogNotification; close: () => void }) {
  const { t } = useTranslation(['notifications', 'ui']);
  const setStatus = useNotificationStatus();
  const { id, type, title, content, button_text: label, button_link: address } = notification;
  const isMarked = useRef(false);
  // NOTF-014: marked as read when shown.
  useEffect(() => {
    if (id === undefined || isMarked.current) return;
    isMarked.current = true;
    // If the request fails, the notification appears again later.
    void setStatus(id, 'read').catch(() => undefined);
  }, [id, setStatus]);
  const act = () => {
    openWindow(address);
    close();
  };
  return (
    <Stack gap="lg">
      {type === 'maintenance' && (
        <div>
          <StatusPill color={2}>{t('typeName.maintenance')}</StatusPill>
        </div>
      )}
      <div role="presentation" className={classes.content} onClick={openLink}>
        <Suspense fallback={<Skeleton height={80} radius="sm" />}>
          <RichText html={content} label={title} hasVariables={false} />
        </Suspense>
      </div>
      <Group justify="flex-end">
        <Button onClick={act}>{label || t('close', { ns: 'ui' })}</Button>
      </Group>
    </Stack>
  );
}

/** NOTF-009 */
export const openNotification = (notification: DialogNotification): Promise<void> =>
  openModal<undefined>({
    title: notification.title,
    size: 'md',
    content: (close) => <NotificationBody notification={notification} close={() => close()} />,
  });

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { oneExtensionQuery, useExtensionNotifications } from '#features/notifications/api/extension.ts';
import { oneSystemQuery, useSystemNotifications } from '#features/notifications/api/system.ts';
import { ExtensionForm } from '#features/notifications/components/ExtensionForm.tsx';
import { SystemForm } from '#features/notifications/components/SystemForm.tsx';
import { ApiError } from '#lib/api-error.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { idParam } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm } from '#ui/modals.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';
import classes from './notifications.module.css';

const kinds = { system: '/notifications/system', extension: '/notifications' } as const;
type Kind = keyof typeof kinds;

interface Named {
  id: number;
  title: string;
}

function useReturn(kind: Kind) {
  const { t } = useTranslation('notifications');
  const navigate = useNavigate();
  const back = () => void navigate({ to: kinds[kind] });
  const done = (what: 'created' | 'saved' | 'deleted') => {
    showSnackbar({ message: t(what), tone: 'success', key: 'notification' });
    back();
  };
  return { back, done };
}

interface NewProps {
  kind: Kind;
  children: (way: ReturnType<typeof useReturn>) => ReactNode;
}

function NewNotification({ kind, children }: NewProps) {
  const { t } = useTranslation('notifications');
  const way = useReturn(kind);
  const title = t(kind === 'system' ? 'newSystem' : 'newExtension');
  usePageTitle(title);
  return (
    <>
      <PageHeader title={title} onBack={way.back} />
      <div className={classes.form} data-long-form>
        {children(way)}
      </div>
    </>
  );
}

interface OpenProps<T extends Named> {
  kind: Kind;
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  remove: (id: number) => Promise<void>;
  children: (notification: T, way: ReturnType<typeof useReturn>) => ReactNode;
}

function OpenNotification<T extends Named>({ kind, query: { data, error, refetch }, remove, children }: OpenProps<T>) {
  const { t } = useTranslation('notifications');
  const way = useReturn(kind);
  const title = t(kind === 'system' ? 'systemTitle' : 'extensionTitle');
  usePageTitle(data ? `${data.title} · ${title}` : title);
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const discard = async ({ id, title: name }: T) => {
    const question = { title: t('deleteTitle'), text: t('deleteText', { title: name }), confirm: t('delete'), danger: true };
    if (!(await confirm(question))) return;
    await remove(id).then(() => way.done('deleted'), showError);
  };
  const action = data && (
    <Button variant="default" onClick={() => void discard(data)}>
      {t('delete')}
    </Button>
  );
  return (
    <>
      <PageHeader title={data?.title ?? ' '} onBack={way.back} actions={action} />
      <div className={classes.form} data-long-form>
        {data ? children(data, way) : <SkeletonForm fields={8} />}
      </div>
    </>
  );
}

function useAddressId(): { id: number; isKnown: boolean } {
  const { id: text } = useParams({ strict: false }) as { id: string };
  const id = idParam.read(text);
  return { id: id ?? 0, isKnown: id !== undefined };
}

/** NOTF-005. */
export function NewSystemNotificationPage() {
  return (
    <NewNotification kind="system">
      {({ back, done }) => <SystemForm notification={undefined} onDone={() => done('created')} onCancel={back} />}
    </NewNotification>
  );
}

/** NOTF-006. */
export function EditSystemNotificationPage() {
  const { id, isKnown } = useAddressId();
  const query = useQuery({ ...oneSystemQuery(id), enabled: isKnown });
  const { remove } = useSystemNotifications();
  if (!isKnown) return <NotFoundPage />;
  return (
    <OpenNotification kind="system" query={query} remove={remove}>
      {(notification, { back, done }) => (
        <SystemForm key={notification.id} notification={notification} onDone={() => done('saved')} onCancel={back} />
      )}
    </OpenNotification>
  );
}

/** NOTF-002. */
export function NewExtensionNotificationPage() {
  return (
    <NewNotification kind="extension">
      {({ back, done }) => <ExtensionForm notification={undefined} onDone={() => done('created')} onCancel={back} />}
    </NewNotification>
  );
}

/** NOTF-003. */
export function EditExtensionNotificationPage() {
  const { id, isKnown } = useAddressId();
  const query = useQuery({ ...oneExtensionQuery(id), enabled: isKnown });
  const { remove } = useExtensionNotifications();
  if (!isKnown) return <NotFoundPage />;
  return (
    <OpenNotification kind="extension" query={query} remove={remove}>
      {(notification, { back, done }) => (
        <ExtensionForm key={notification.id} notification={notification} onDone={() => done('saved')} onCancel={back} />
      )}
    </OpenNotification>
  );
}

/**
 * States of a page or pane without content: EmptyState, ErrorState (with retry) and NoAccess. A
 * failed reload keeps the content, because it may hold input.
 *   if (query.isLoadingError) return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
 */
import { Button } from '@mantine/core';
import { IconLock, IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './states.module.css';

export interface StateProps {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon, title, text, action }: StateProps) {
  return (
    <div className={classes.state}>
      {icon && (
        <div className={classes.drawing} aria-hidden>
          <svg width="144" height="80" viewBox="0 0 144 80" fill="none" focusable="false">
            <rect x="8" y="16" width="52" height="48" rx="8" className={classes.far} transform="rotate(-8 34 40)" />
            <rect x="84" y="16" width="52" height="48" rx="8" className={classes.far} transform="rotate(8 110 40)" />
            <rect x="40" y="8" width="64" height="64" rx="10" className={classes.near} />
            <path d="M56 56h32M62 63h20" className={classes.lines} />
          </svg>
          <span className={classes.icon}>{icon}</span>
        </div>
      )}
      <h2 className={classes.title}>{title}</h2>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
}

export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { t } = useTranslation('ui');
  if (error instanceof ApiError && error.status === 403) return <NoAccess text={error.message} />;
  const text = error instanceof ApiError ? (error.status === 0 ? t('offline') : error.message) : undefined;
  const retry = onRetry && (
    <Button variant="default" onClick={onRetry}>
      {t('retry')}
    </Button>
  );
  return (
    <div role="alert">
      <EmptyState icon={<IconPlugConnectedX size={24} stroke={1.5} />} title={t('loadFailed')} text={text} action={retry} />
    </div>
  );
}

export function NoAccess({ text, action }: { text?: string; action?: ReactNode }) {
  const { t } = useTranslation('ui');
  return <EmptyState icon={<IconLock size={24} stroke={1.5} />} title={t('noAccess')} text={text ?? t('noAccessText')} action={action} />;
}

import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MailboxView } from '@headwater/contract/mailboxes';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './outreach.module.css';

function Caution({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.caution}>
      <strong>{title}</strong>
      <p className={classes.quiet}>{children}</p>
    </div>
  );
}

export function MailboxNotices({ mailbox }: { mailbox: MailboxView }) {
  const { t } = useTranslation('outreach');
  const { paused_until: until, pause_reason: reason, sent_copies: copies } = mailbox;
  return (
    <>
      {mailbox.state === 'broken' && (
        <Alert color="red" title={t('broken')} mb={12}>
          {mailbox.failure}
        </Alert>
      )}
      {until && (
        <Caution title={t('pause.until', { at: formatDate(until, currentLanguage(), 'dateTime') })}>
          {reason === null ? t('pause.asked') : t('pause.refused', { reason })}
        </Caution>
      )}
      {copies.failed > 0 && (
        <Caution title={t('copies.failed', { count: copies.failed })}>
          {t('copies.failedText')}
          {copies.detail && ` ${t('copies.detail', { detail: copies.detail })}`}
        </Caution>
      )}
    </>
  );
}

import { Alert, Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MailboxView } from '@headwater/contract/outreach';
import { confirm } from '#ui/modals.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { showError } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import { useConsent } from '../api/mail-services.ts';
import { mailboxQuery, useDisconnect } from '../api/mailbox.ts';
import { AliasSettings } from './AliasSettings.tsx';
import { MailServices } from './MailServices.tsx';
import classes from './outreach.module.css';

function Facts({ mailbox }: { mailbox: MailboxView }) {
  const { t } = useTranslation('outreach');
  const where = mailbox.smtp && mailbox.imap ? [mailbox.smtp.host, mailbox.imap.host] : [t(`service.${mailbox.provider}`)];
  return (
    <div style={{ flex: 1, minWidth: 200 }}>
      <strong>{mailbox.address}</strong>
      <p className={classes.quiet}>{[mailbox.from_name, ...where].filter(Boolean).join(' · ')}</p>
      <p className={classes.quiet}>
        {mailbox.daily_limit === null
          ? t('sentToday', { count: mailbox.sent_today })
          : t('sentOf', { count: mailbox.sent_today, limit: mailbox.daily_limit })}
      </p>
    </div>
  );
}

function Connected({ mailbox, onServers }: { mailbox: MailboxView; onServers: () => void }) {
  const { t } = useTranslation('outreach');
  const disconnect = useDisconnect();
  const consent = useConsent();
  const leave = async () => {
    const sure = await confirm({ title: t('disconnect'), text: t('disconnectText'), confirm: t('disconnect'), danger: true });
    if (sure) disconnect.mutate(undefined, { onError: showError });
  };
  const broken = mailbox.state === 'broken';
  const reconnect = () => (mailbox.provider === 'smtp_imap' ? onServers() : consent.mutate(mailbox.provider));
  return (
    <>
      {broken && (
        <Alert color="red" title={t('broken')} mb={12}>
          {mailbox.failure}
        </Alert>
      )}
      <div className={classes.card}>
        <IconMail size={24} stroke={1.5} aria-hidden />
        <Facts mailbox={mailbox} />
        <StatusPill color={broken ? 8 : 3}>{t(broken ? 'stateBroken' : 'stateConnected')}</StatusPill>
        {broken && (
          <Button size="xs" loading={consent.isPending || consent.isSuccess} onClick={reconnect}>
            {t('reconnect')}
          </Button>
        )}
        <Button size="xs" variant="default" loading={disconnect.isPending} onClick={() => void leave()}>
          {t('disconnect')}
        </Button>
      </div>
      {mailbox.provider !== 'smtp_imap' && !broken && <AliasSettings />}
    </>
  );
}

/** The person's mail service: connect one, see how it does, take it away. */
export function MailboxSettings() {
  const { t } = useTranslation('outreach');
  const [reconnecting, setReconnecting] = useState(false);
  const query = useQuery(mailboxQuery);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonForm fields={4} />;
  const { mailbox } = query.data;
  return (
    <section>
      <h2 className={classes.heading}>{t('mailbox')}</h2>
      <p className={classes.quiet} style={{ marginBottom: 16 }}>
        {t('mailboxText')}
      </p>
      {mailbox && !reconnecting ? (
        <Connected mailbox={mailbox} onServers={() => setReconnecting(true)} />
      ) : (
        <MailServices known={mailbox} onDone={() => setReconnecting(false)} />
      )}
    </section>
  );
}

import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { MailboxView } from '@headwater/contract/mailboxes';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm } from '#ui/modals.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import { useConsent } from '../api/mail-services.ts';
import { settingsQuery, useDisconnect } from '../api/mailbox.ts';
import { AliasSettings } from './AliasSettings.tsx';
import { MailboxNotices } from './MailboxNotices.tsx';
import classes from './outreach.module.css';

/** Empty for a mail service. */
function placesOf({ smtp, imap }: MailboxView): string[] {
  return smtp && imap ? [`SMTP ${smtp.host}:${smtp.port}`, `IMAP ${imap.host}:${imap.port}`] : [];
}

function useTodayWords() {
  const { t } = useTranslation('outreach');
  return ({ sent_today: count, limit_today: limit, daily_limit: daily }: MailboxView): string => {
    if (limit === null) return t('sentToday', { count });
    const used = t('sentOf', { count, limit });
    return daily !== null && limit < daily ? `${used} · ${t('warmUp', { count: daily })}` : used;
  };
}

function Facts({ mailbox }: { mailbox: MailboxView }) {
  const { t } = useTranslation('outreach');
  const today = useTodayWords();
  const copies = mailbox.sent_copies.waiting;
  const servers = placesOf(mailbox);
  const where = servers.length > 0 ? servers : [t(`service.${mailbox.provider}`)];
  return (
    <div className={classes.facts}>
      <strong>{mailbox.address}</strong>
      <p className={classes.quiet}>
        {[mailbox.from_name, ...where].filter(Boolean).map((part, index) => (
          <span key={part}>
            {index > 0 && ' · '}
            <span className={classes.whole}>{part}</span>
          </span>
        ))}
      </p>
      <p className={classes.quiet}>{today(mailbox)}</p>
      {copies > 0 && <p className={classes.quiet}>{t('copies.waiting', { count: copies })}</p>}
    </div>
  );
}

/** SEND-033 */
function useTestMessage() {
  const { t } = useTranslation('outreach');
  const signature = useQuery(settingsQuery).data?.signature ?? '';
  return useMutation({
    mutationFn: () => api.outreach.sendTest({ subject: t('test.subject'), body: `<p>${t('test.body')}</p>${signature}` }),
    onError: showError,
  });
}

export function ConnectedMailbox({ mailbox, onServers }: { mailbox: MailboxView; onServers: () => void }) {
  const { t } = useTranslation('outreach');
  const disconnect = useDisconnect();
  const consent = useConsent();
  const test = useTestMessage();
  const leave = async () => {
    const sure = await confirm({ title: t('disconnectTitle'), text: t('disconnectText'), confirm: t('disconnect'), danger: true });
    if (sure) disconnect.mutate(undefined, { onError: showError });
  };
  const broken = mailbox.state === 'broken';
  const state = broken ? 'stateBroken' : mailbox.paused_until ? 'statePaused' : 'stateConnected';
  const isOwn = mailbox.provider === 'smtp_imap';
  const reconnect = () => (mailbox.provider === 'smtp_imap' ? onServers() : consent.mutate(mailbox.provider));
  const sendTest = () =>
    test.mutate(undefined, {
      onSuccess: () => showSnackbar({ message: t('test.sent', { email: mailbox.address }), tone: 'success', key: 'test' }),
    });
  return (
    <>
      <MailboxNotices mailbox={mailbox} />
      <div className={classes.mailbox}>
        <div className={classes.mailboxHead}>
          <IconMail size={24} stroke={1.5} aria-hidden />
          <Facts mailbox={mailbox} />
          <StatusPill color={{ stateBroken: 8, statePaused: 7, stateConnected: 3 }[state]}>{t(state)}</StatusPill>
        </div>
        <div className={classes.mailboxActions}>
          {broken && (
            <Button size="xs" loading={consent.isPending || consent.isSuccess} onClick={reconnect}>
              {t('reconnect')}
            </Button>
          )}
          {!broken && (
            <Button size="xs" variant="default" loading={test.isPending} onClick={sendTest}>
              {t('test.send')}
            </Button>
          )}
          {isOwn && !broken && (
            <Button size="xs" variant="default" onClick={onServers}>
              {t('editServers')}
            </Button>
          )}
          <Button size="xs" variant="default" loading={disconnect.isPending} onClick={() => void leave()}>
            {t('disconnect')}
          </Button>
        </div>
      </div>
      {mailbox.provider !== 'smtp_imap' && !broken && <AliasSettings provider={mailbox.provider} />}
    </>
  );
}

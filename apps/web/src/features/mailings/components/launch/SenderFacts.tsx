import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { LaunchInfo } from '@headwater/contract/mailings';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import classes from '../mailings.module.css';
import numbers from './numbers.module.css';

interface SenderFactsProps {
  info: LaunchInfo;
  /** Shows what receiving servers think of the sender's domain. */
  onDeliverability: () => void;
}

/** Whole minutes where they say enough. */
const gapWords = (seconds: number, t: TFunction<'mailings'>) =>
  seconds < 90 ? t('launch.gapSeconds', { count: seconds }) : t('launch.gapMinutes', { count: Math.round(seconds / 60) });

/** Whose mailbox it leaves from, how fast, and until when. */
export function SenderFacts({ info, onDeliverability }: SenderFactsProps) {
  const { t } = useTranslation('mailings');
  const { sender, last_first_message_at: last } = info;
  if (!sender) {
    return (
      <div className={classes.why} data-tone="danger">
        <strong>{t('launch.noMailbox')}</strong>
        <div>{t('launch.noMailboxText')}</div>
        <Anchor component={Link} to="/messaging/settings" size="sm">
          {t('launch.openSettings')}
        </Anchor>
      </div>
    );
  }
  const limit = [
    sender.daily_limit !== null && t('launch.perDay', { count: sender.daily_limit }),
    sender.gap_seconds > 0 && gapWords(sender.gap_seconds, t),
    t('launch.sentToday', { count: sender.sent_today }),
  ];
  return (
    <section className={classes.personal} aria-label={t('launch.sender')}>
      <dl className={numbers.facts}>
        <dt>{t('launch.sender')}</dt>
        <dd>{sender.address}</dd>
        <dt>{t('launch.limit')}</dt>
        <dd>{limit.filter(Boolean).join(', ')}</dd>
        {last && (
          <>
            <dt>{t('launch.last')}</dt>
            <dd>{formatDate(last, currentLanguage(), 'dateTime')}</dd>
          </>
        )}
      </dl>
      <button type="button" className={classes.linkButton} onClick={onDeliverability}>
        {t('launch.deliverability')}
      </button>
    </section>
  );
}

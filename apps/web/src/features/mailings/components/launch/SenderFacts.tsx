import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { LaunchInfo } from '@headwater/contract/mailing-launches';
import type { MailingListView } from '@headwater/contract/mailings';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { isRunning } from '../../model/launch.ts';
import classes from '../mailings.module.css';
import numbers from './numbers.module.css';
import { useSenderWords } from './sender-words.ts';

interface SenderFactsProps {
  list: MailingListView;
  info: LaunchInfo;
  onDeliverability: () => void;
}

export function SenderFacts({ list, info, onDeliverability }: SenderFactsProps) {
  const { t } = useTranslation('mailings');
  const { today } = useSenderWords();
  const { sender, estimated_finish_at: finish } = info;
  const by = isRunning(list) ? list.sender : null;
  if (!sender) {
    return (
      <div className={classes.why} data-tone="danger">
        <strong>{by ? t('launch.senderMailbox', { name: `${by.first_name} ${by.last_name}`.trim() }) : t('launch.noMailbox')}</strong>
        <div>{t(by ? 'launch.senderMailboxText' : 'launch.noMailboxText')}</div>
        {!by && (
          <Anchor component={Link} to="/messaging/settings" size="sm">
            {t('launch.openSettings')}
          </Anchor>
        )}
      </div>
    );
  }
  return (
    <section className={classes.personal} aria-label={t('launch.sender')}>
      <dl className={numbers.sender}>
        <dt>{t('launch.sender')}</dt>
        <dd>{sender.address}</dd>
        <dt>{t('review.today')}</dt>
        <dd>{today(sender)}</dd>
        {finish && (
          <>
            <dt>{t('launch.finish')}</dt>
            <dd>{formatDate(finish, currentLanguage(), 'dateTime')}</dd>
          </>
        )}
      </dl>
      <button type="button" className={classes.linkButton} onClick={onDeliverability}>
        {t('launch.deliverability')}
      </button>
    </section>
  );
}

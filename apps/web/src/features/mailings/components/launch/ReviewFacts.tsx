import { useState } from 'react';
import type { LaunchInfo } from '@headwater/contract/mailing-launches';
import type { MailingListView } from '@headwater/contract/mailings';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { isSoon } from '../../model/launch-words.ts';
import classes from './review.module.css';
import { useSenderWords } from './sender-words.ts';

const exact = (moment: string) => formatDate(moment, currentLanguage(), 'dateTime');

interface ReviewFactsProps {
  list: MailingListView;
  info: LaunchInfo;
  status: string | null;
}

export function ReviewFacts({ list, info, status }: ReviewFactsProps) {
  const { t } = useTranslation('mailings');
  const { today } = useSenderWords();
  const [now] = useState(() => new Date());
  const { first_message_at: first, last_first_message_at: last, estimated_finish_at: finish, sender, sender_waits: waits } = info;
  const begins = first === null ? t('review.unknown') : isSoon(first, now) ? t('review.now') : exact(first);
  const hasFollowUps = list.templates.length > 1;
  const facts = [
    { name: t('review.first'), value: begins, note: waits?.text },
    hasFollowUps && last !== null && !isSoon(last, now) && { name: t('review.firstUntil'), value: exact(last) },
    finish !== null && {
      name: t('launch.finish'),
      value: isSoon(finish, now) ? t('review.now') : exact(finish),
      note: hasFollowUps ? t('review.finishNote') : undefined,
    },
    sender && { name: t('launch.sender'), value: sender.address },
    sender && { name: t('review.today'), value: today(sender) },
    status !== null && { name: t('review.status'), value: status },
  ];
  return (
    <section aria-label={t('review.facts')}>
      <dl className={classes.facts}>
        {facts
          .filter((fact) => fact !== false && fact !== null)
          .map(({ name, value, note }: { name: string; value: string; note?: string | undefined }) => (
            <div key={name} className={classes.fact}>
              <dt>{name}</dt>
              <dd>
                {value}
                {note && <span className={classes.detail}>{note}</span>}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

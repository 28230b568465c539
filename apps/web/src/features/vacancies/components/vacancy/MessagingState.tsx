import { Tooltip } from '@mantine/core';
import { IconBrandTelegram } from '@tabler/icons-react';
import type { CandidateView } from '@headwater/contract/candidates';
import { isMessenger } from '@headwater/domain/outreach/channels';
import { useTranslation } from '#lib/use-translation.ts';
import { MessageStatusPill, messageStatusOf } from '#ui/MessageStatusPill.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import classes from './candidates.module.css';

interface MessagingStateProps {
  candidate: Pick<CandidateView, 'messaging_status' | 'messaging_channel' | 'messaging_at'>;
  dated?: boolean;
}

export function MessagingState({ candidate, dated = false }: MessagingStateProps) {
  const { t } = useTranslation('vacancies');
  const { messaging_status: status, messaging_channel: channel, messaging_at: at } = candidate;
  if (status === null) return <span className={classes.quiet}>—</span>;
  return (
    <span className={classes.messaging} data-channel={channel} data-dated={dated || undefined}>
      <MessageStatusPill quiet status={messageStatusOf(status)} />
      {channel !== null && isMessenger(channel) && (
        <Tooltip label={t('byTelegram')}>
          <span className={classes.channel}>
            <IconBrandTelegram size={14} stroke={1.7} aria-hidden />
            <span className="hw-visually-hidden">{t('byTelegram')}</span>
          </span>
        </Tooltip>
      )}
      {dated && at && (
        <span className={classes.quiet}>
          <RelativeTime value={at} />
        </span>
      )}
    </span>
  );
}

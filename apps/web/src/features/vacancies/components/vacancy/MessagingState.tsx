import { Tooltip } from '@mantine/core';
import type { CandidateView } from '@headwater/contract/candidates';
import { useTranslation } from '#lib/use-translation.ts';
import { channelIcons, messengerName } from '#ui/channels.ts';
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
  const [Icon, messenger] = channel === null ? [] : [channelIcons[channel], messengerName(channel)];
  return (
    <span className={classes.messaging} data-channel={channel} data-dated={dated || undefined}>
      <MessageStatusPill quiet status={messageStatusOf(status)} />
      {Icon && messenger && (
        <Tooltip label={t('byMessenger', { messenger })}>
          <span className={classes.channel}>
            <Icon size={14} stroke={1.7} aria-hidden />
            <span className="hw-visually-hidden">{t('byMessenger', { messenger })}</span>
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

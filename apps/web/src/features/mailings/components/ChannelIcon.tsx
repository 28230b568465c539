import { IconBrandTelegram } from '@tabler/icons-react';
import type { StepChannel } from '@headwater/domain/outreach/channels';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './mailings.module.css';

/** E-mail is the default channel and has no icon. */
export function ChannelIcon({ channel }: { channel: StepChannel }) {
  const { t } = useTranslation('mailings');
  if (channel === 'email') return null;
  return (
    <span className={classes.channel} title={t('channel.telegram')}>
      <IconBrandTelegram size={14} stroke={1.6} aria-hidden />
      <span className="hw-visually-hidden">{t('channel.telegram')}</span>
    </span>
  );
}

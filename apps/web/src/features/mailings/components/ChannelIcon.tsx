import type { StepChannel } from '@headwater/domain/outreach/channels';
import { channelIcons, messengerName } from '#ui/channels.ts';
import classes from './mailings.module.css';

/** E-mail is the default channel and has no icon. */
export function ChannelIcon({ channel }: { channel: StepChannel }) {
  const [Icon, name] = [channelIcons[channel], messengerName(channel)];
  if (!name) return null;
  return (
    <span className={classes.channel} title={name}>
      <Icon size={14} stroke={1.6} aria-hidden />
      <span className="hw-visually-hidden">{name}</span>
    </span>
  );
}

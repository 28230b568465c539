import { IconBrandSkype, IconBrandTelegram, IconLink, IconMail, IconMessage, IconPhone } from '@tabler/icons-react';
import type { ShownContact } from '@headwater/contract/profiles';
import classes from './profile.module.css';

const icons = { phone: IconPhone, email: IconMail, skype: IconBrandSkype, icq: IconMessage, telegram: IconBrandTelegram, link: IconLink };

export function ContactIcon({ type }: { type: ShownContact['type'] }) {
  const Icon = icons[type];
  return <Icon size={16} stroke={1.5} className={classes.icon} aria-hidden />;
}

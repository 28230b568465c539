import { IconMail, IconMailOpened, IconMailX, IconMessageReply } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './candidates.module.css';

const states = ['draft', 'pending', 'planned', 'sent', 'error', 'opened', 'replied'] as const;
const icons = { opened: IconMailOpened, replied: IconMessageReply, error: IconMailX };

/** How far writing to a candidate got, in a word. */
export function MessagingState({ status }: { status: string | null }) {
  const { t } = useTranslation('vacancies');
  if (status === null) return <span className={classes.quiet}>—</span>;
  const known = states.find((state) => state === status);
  const Icon = icons[status as keyof typeof icons] ?? IconMail;
  return (
    <span className={classes.messaging} data-state={status}>
      <Icon size={14} stroke={1.6} aria-hidden />
      {known ? t(`messaging.${known}`) : status}
    </span>
  );
}

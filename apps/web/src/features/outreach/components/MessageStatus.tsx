import { useTranslation } from 'react-i18next';
import type { SentMessage } from '@headwater/contract/outreach';
import { StatusPill } from '#ui/StatusPill.tsx';
import { statusColors } from './status.ts';

/** SENT-002: the state of a message in a word. */
export function MessageStatus({ message }: { message: Pick<SentMessage, 'status' | 'label'> }) {
  const { t } = useTranslation('outreach');
  return <StatusPill color={statusColors[message.status]}>{t(`label.${message.label}`)}</StatusPill>;
}

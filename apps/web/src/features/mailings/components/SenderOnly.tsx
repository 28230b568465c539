import type { MailingListView } from '@headwater/contract/mailings';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './mailings.module.css';

export function SenderOnly({ list: { permissions, sender } }: { list: Pick<MailingListView, 'permissions' | 'sender'> }) {
  const { t } = useTranslation('mailings');
  if (permissions.send || !permissions.edit || !sender) return null;
  return <p className={classes.quiet}>{t('senderOnly', { name: `${sender.first_name} ${sender.last_name}`.trim() })}</p>;
}

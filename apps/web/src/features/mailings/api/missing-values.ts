import { useQuery } from '@tanstack/react-query';
import type { MailingListView } from '@headwater/contract/mailings';
import { missingValuesQuery } from './mailings.ts';

/** Recipients without a value, by variable. A sequence may get others later, so its counts say nothing. */
export function useMissingValues({ id, messaging_type: type, recipients_count: recipients }: MailingListView) {
  const isKnown = type !== 'sequence' && recipients > 0;
  const { data } = useQuery({ ...missingValuesQuery(id), enabled: isKnown });
  return isKnown ? data?.missing : undefined;
}

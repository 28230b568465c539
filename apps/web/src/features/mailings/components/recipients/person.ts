import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import { useTranslation } from '#lib/use-translation.ts';

export function useRecipientWords() {
  const { t } = useTranslation('mailings');
  return {
    nameOf: ({ profile }: MailingRecipientView) => profile.name ?? t('recipients.hidden'),
    jobOf: ({ profile }: MailingRecipientView) => [profile.title, profile.company].filter(Boolean).join(', '),
  };
}

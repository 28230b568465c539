import { IconSend } from '@tabler/icons-react';
import { atsVendors } from '@headwater/domain/ats/vendors';
import type { FurtherActions } from '#features/vacancies/components/vacancy/mass-actions.tsx';
import { useTranslation } from '#lib/use-translation.ts';
import { useAtsVendors, useSendToAts } from '../send-to-ats.ts';

/** CAND-010, ATS-059 */
export function useSendAction(): FurtherActions {
  const { t } = useTranslation('vacancies');
  const vendors = useAtsVendors();
  const send = useSendToAts();
  return (vacancy, { ids, clear }) =>
    vendors.map((vendor) => ({
      id: `send_${vendor}` as const,
      label: t('sendTo', { service: atsVendors[vendor].title }),
      Icon: IconSend,
      act: () => {
        const chosen = { of: 'vacancy' as const, id: vacancy.id, candidateIds: [...ids], count: ids.size };
        void send(vendor, chosen).then((isSent) => isSent && clear());
      },
    }));
}

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import type { VacancyView } from '@headwater/contract/vacancies';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { withTexts } from '#lib/lazy-with-texts.ts';
import { usePhone } from '#lib/use-phone.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { opening, openModal } from '#ui/modals.tsx';
import { showError } from '#ui/snackbar.tsx';

async function open({ id, statuses }: VacancyView, title: string): Promise<void> {
  try {
    const { MessagingByStatus } = await opening(() =>
      withTexts(() => import('#features/messaging-statistics/components/MessagingByStatus.tsx'), ['messaging-statistics']),
    );
    await openModal({ title, size: 'lg', content: () => <MessagingByStatus vacancyId={id} statuses={statuses} /> });
  } catch (error) {
    showError(error);
  }
}

/** SEND-007. */
export function MessagingByStatusButton({ vacancy }: { vacancy: VacancyView }) {
  const { t } = useTranslation('vacancies');
  const isPhone = usePhone();
  if (!mayAccess('messaging', asActor(useCurrentUser()))) return null;
  return (
    <Tooltip label={t('messagesByStatus')}>
      <ActionIcon
        variant="default"
        {...(isPhone ? {} : { size: 'input-sm' })}
        aria-label={t('messagesByStatus')}
        onClick={() => void open(vacancy, t('messagesByStatus'))}
      >
        <IconChartBar size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}

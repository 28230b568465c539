import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { mayAccess } from '@headwater/domain/access';
import { openManagers } from '#features/telegram/components/open-sim-dialogs.tsx';
import { SimList } from '#features/telegram/components/SimList.tsx';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';

export function SimCardsPage() {
  const { t } = useTranslation('telegram');
  usePageTitle(t('sims'));
  const isAdmin = mayAccess('telegram_admin', asActor(useCurrentUser()));
  return (
    <SimList
      actions={
        isAdmin && (
          <Button variant="default" leftSection={<IconUsers size={16} stroke={1.6} />} onClick={openManagers}>
            {t('managersShort')}
          </Button>
        )
      }
    />
  );
}

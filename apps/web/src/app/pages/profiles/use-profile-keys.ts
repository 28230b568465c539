import { useMemo } from 'react';
import { mayAccess } from '@headwater/domain/access';
import { useAddToVacancy } from '#features/vacancies/components/add/AddToVacancy.tsx';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { openComposer } from './MessageButtons.tsx';

interface ProfileKeys {
  profileId: number;
  candidateId?: number;
  name: string | null;
}

/** `e` adds an open person to a vacancy, `m` writes to them. */
export function useProfileKeys({ profileId, candidateId, name }: ProfileKeys): void {
  const { t } = useTranslation(['vacancies', 'outreach']);
  const user = useCurrentUser();
  const add = useAddToVacancy();
  const shortcuts = useMemo(() => {
    const actor = asActor(user);
    const group = t('vacancy');
    return [
      {
        keys: 'e',
        label: t('addToVacancy'),
        group,
        act: () => add({ profiles: [profileId] }),
        disabled: !mayAccess('edit_vacancies', actor),
      },
      {
        keys: 'm',
        label: t('writeMessage', { ns: 'outreach' }),
        group,
        act: () => openComposer({ name, profileId, candidateId }),
        disabled: !mayAccess('messaging', actor),
      },
    ];
    // oxlint-disable-next-line react/exhaustive-deps -- `add` changes at every render but behaves the same
  }, [t, user, profileId, candidateId, name]);
  useShortcuts(shortcuts);
}

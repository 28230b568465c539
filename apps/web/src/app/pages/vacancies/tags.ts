import { IconTag } from '@tabler/icons-react';
import { mayAccess } from '@headwater/domain/access';
import type { FurtherActions } from '#features/vacancies/components/vacancy/mass-actions.tsx';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { tagPeople } from '../profiles/tag-people.tsx';

/** DEC-13. */
export function useTagAction(): FurtherActions {
  const { t } = useTranslation('vacancies');
  const user = useCurrentUser();
  const mayTag = mayAccess('search', asActor(user)) && user.permissions.tags;
  return (_vacancy, { candidates, clear }) => {
    const act = async () => {
      if (await tagPeople([...new Set(candidates.map(({ profile }) => profile.id))])) clear();
    };
    return mayTag ? [{ id: 'tag' as const, label: t('tag'), Icon: IconTag, act: () => void act() }] : [];
  };
}

import { Button } from '@mantine/core';
import { IconUserPlus, IconUserSearch } from '@tabler/icons-react';
import type { VacancyView } from '@headwater/contract/vacancies';
import { canSearch } from '@headwater/domain/roles';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { EmptyState } from '#ui/states.tsx';
import { searchFor } from './search-for.tsx';
import type { VacancyAddress } from './vacancy-address.ts';

interface NoCandidatesProps {
  vacancy: VacancyView;
  shown: VacancyAddress;
  onChange: (next: Partial<VacancyAddress>) => void;
}

export function NoCandidates({ vacancy, shown, onChange }: NoCandidatesProps) {
  const { t } = useTranslation(['vacancies', 'ui']);
  const user = useCurrentUser();
  if (shown.status.length > 0 || shown.query !== '' || shown.messages) {
    return (
      <EmptyState
        icon={<IconUserSearch size={24} stroke={1.5} />}
        title={t('nothingFound', { ns: 'ui' })}
        text={t('noCandidateFits')}
        action={
          <Button variant="default" onClick={() => onChange({ status: [], query: '', messages: undefined })}>
            {t('clearFilters')}
          </Button>
        }
      />
    );
  }
  const adds = vacancy.permissions.change_candidates && canSearch(asActor(user));
  return (
    <EmptyState
      icon={<IconUserPlus size={24} stroke={1.5} />}
      title={t('noCandidates')}
      text={adds ? t('noCandidatesText') : t('noCandidatesYet')}
      action={
        adds && (
          <Button {...searchFor(vacancy.id)} leftSection={<IconUserPlus size={16} />}>
            {t('addPeople')}
          </Button>
        )
      }
    />
  );
}

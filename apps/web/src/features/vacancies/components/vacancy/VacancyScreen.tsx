import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { VacancyView } from '@headwater/contract/vacancies';
import { ApiError } from '#lib/api-error.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { usePhone } from '#lib/use-phone.ts';
import { useScreenEvent } from '#lib/use-screen-event.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { vacancyQuery } from '../../api/vacancies.ts';
import { HiddenVacancy } from '../HiddenVacancy.tsx';
import { StatusMenuHost } from '../StatusMenu.tsx';
import { Candidates } from './Candidates.tsx';
import type { RowAction } from './columns.tsx';
import type { FurtherActions } from './mass-actions.tsx';
import type { OpenCandidate } from './open-candidate.ts';
import { useVacancyAddress, type VacancyAddress } from './vacancy-address.ts';
import { VacancyHead } from './VacancyHead.tsx';

interface VacancyScreenProps {
  vacancyId: number;
  renderProfile: (open: OpenCandidate) => ReactNode;
  missing: ReactNode;
  actions?: (vacancy: VacancyView, shown: VacancyAddress) => ReactNode;
  menu?: (vacancy: VacancyView, shown: VacancyAddress) => ReactNode;
  furtherActions?: FurtherActions;
  /** Action on one candidate in its row and card; must be a stable function. */
  rowAction?: RowAction | undefined;
}

/** VAC-003, VAC-051. */
export function VacancyScreen({ vacancyId, renderProfile, missing, actions, menu, furtherActions, rowAction }: VacancyScreenProps) {
  const { t } = useTranslation(['vacancies', 'ui']);
  const phone = usePhone();
  const query = useQuery({ ...vacancyQuery(vacancyId), enabled: Number.isInteger(vacancyId) && vacancyId > 0 });
  const { shown, change } = useVacancyAddress();
  usePageTitle(query.data?.name ?? t('title'));
  useScreenEvent(query.data?.id, () => sendEvent('Folder: Select', { Folder_Id: vacancyId }));

  const status = query.error instanceof ApiError ? query.error.status : undefined;
  if (status === 404 || status === 400 || !(vacancyId > 0)) return missing;
  if (status === 403) return <HiddenVacancy />;
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <StatusMenuHost>
      <VacancyHead
        vacancy={query.data}
        shown={shown}
        onChange={change}
        phone={phone}
        actions={query.data && actions?.(query.data, shown)}
        menu={query.data && menu?.(query.data, shown)}
      />
      {query.data ? (
        <Candidates
          vacancy={query.data}
          phone={phone}
          renderProfile={renderProfile}
          furtherActions={furtherActions}
          rowAction={rowAction}
        />
      ) : (
        <SkeletonTable rows={14} rowHeight={48} />
      )}
    </StatusMenuHost>
  );
}

import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { VacancyView } from '@headwater/contract/vacancies';
import { mayAccess } from '@headwater/domain/access';
import type { FurtherActions } from '#features/vacancies/components/vacancy/mass-actions.tsx';
import type { VacancyAddress } from '#features/vacancies/components/vacancy/vacancy-address.ts';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { exportPeople } from '../export.ts';

/** CAND-010. */
export function useExportAction(): FurtherActions {
  const { t } = useTranslation('vacancies');
  const mayExport = mayAccess('candidate_export', asActor(useCurrentUser()));
  return (vacancy, { ids, clear }) => {
    const act = async () => {
      if (await exportPeople({ of: 'vacancy', id: vacancy.id, whom: { candidate_ids: [...ids] } })) clear();
    };
    return mayExport ? [{ id: 'export' as const, label: t('exportCsv'), Icon: IconDownload, act: () => void act() }] : [];
  };
}

/** VAC-017: exports all candidates that match the filters. */
export function ExportItem({ vacancy, shown }: { vacancy: VacancyView; shown: VacancyAddress }) {
  const { t } = useTranslation('vacancies');
  const mayExport = mayAccess('candidate_export', asActor(useCurrentUser()));
  if (!mayExport) return null;
  const { status, query, messages } = shown;
  const whom = {
    ...(status.length > 0 ? { status } : {}),
    ...(query ? { query } : {}),
    // As in the list, `planned` includes `pending`.
    ...(messages ? { messaging_status: messages === 'planned' ? (['planned', 'pending'] as const).slice() : [messages] } : {}),
  };
  return (
    <Menu.Item
      leftSection={<IconDownload size={16} stroke={1.6} />}
      disabled={vacancy.candidates_count === 0}
      onClick={() => void exportPeople({ of: 'vacancy', id: vacancy.id, whom })}
    >
      {t('exportCsv')}
    </Menu.Item>
  );
}

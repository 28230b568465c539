import { Button } from '@mantine/core';
import { IconDatabasePlus, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { enrichmentStates } from '@headwater/domain/profiles/enrichment';
import { ApiError } from '#lib/api-error.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ListScreen } from '#ui/list/ListScreen.tsx';
import { requestsPerPage, requestsQuery } from '../api/enrichment.ts';
import { enrichmentParams } from '../model/params.ts';
import { enrichmentColumns } from './columns.tsx';
import { QuotaNote } from './QuotaNote.tsx';
import { useImport } from './use-import.tsx';

/** ENR-001 */
export function EnrichmentList() {
  const { t } = useTranslation('enrichment');
  const { shown } = useScreenParams(enrichmentParams);
  const query = useQuery(requestsQuery(shown));
  const openImport = useImport();
  // ENR-019
  const { error } = query;
  const failure = error instanceof ApiError && error.status !== 403 ? new ApiError({ status: 500, message: t('loadFailed') }) : error;
  const start = (
    <Button leftSection={<IconUpload size={16} stroke={1.6} />} onClick={openImport}>
      {t('import')}
    </Button>
  );
  return (
    <ListScreen
      id="enrichment"
      title={t('title')}
      actions={
        <>
          <QuotaNote />
          <Button variant="default" component={Link} to="/duplicates">
            {t('reviewDuplicates')}
          </Button>
          {start}
        </>
      }
      params={enrichmentParams}
      filters={[
        { kind: 'search', name: 'search', label: t('search') },
        {
          kind: 'select',
          name: 'state',
          label: t('state'),
          any: t('anyState'),
          options: enrichmentStates.map((state) => ({ value: state, label: t(`states.${state}`) })),
        },
      ]}
      plainWhenEmpty
      query={{ error: failure, refetch: query.refetch, isPlaceholderData: query.isPlaceholderData }}
      rows={query.data?.requests}
      count={query.data?.count}
      perPage={requestsPerPage}
      columns={(room) => enrichmentColumns(t, room)}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      rowHeight={{ phone: 64, narrow: 52, wide: 52 }}
      Icon={IconDatabasePlus}
      nothing={{ title: t('none'), text: t('noneText'), action: start }}
    />
  );
}

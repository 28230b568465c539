import { Anchor, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { StatisticsListItem } from '@headwater/contract/statistics';
import type { MetricId } from '@headwater/domain/statistics/metrics';
import { formatDate } from '#lib/format.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { openModal } from '#ui/modals.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { type Cell, listPerPage, listQuery } from '../api/statistics.ts';
import type { Filter } from '../model/asked.ts';
import type { SectionPlace } from '../model/place.ts';
import classes from './statistics.module.css';

const columns = ['person', 'folder', 'template', 'user', 'detail'] as const;
type Column = (typeof columns)[number];

function valueOf(item: StatisticsListItem, { column, hidden }: { column: Column; hidden: string }): ReactNode {
  if (column === 'detail')
    return (
      item.detail ?? (
        <Text span size="sm" c="dimmed">
          {hidden}
        </Text>
      )
    );
  const named = item[column];
  if (!named) return '—';
  const to = column === 'person' ? `/profiles/${named.id}` : column === 'folder' ? `/folders/${named.id}` : undefined;
  return to === undefined ? (
    named.name
  ) : (
    <Anchor href={to} target="_blank" rel="noopener" size="sm">
      {named.name}
    </Anchor>
  );
}

interface NumberListProps {
  place: SectionPlace;
  filter: Filter;
  metric: MetricId;
  cell: Cell;
}

/** STB-001: as many rows as the number says. Columns without values are left out. */
export function NumberList({ place, filter, metric, cell }: NumberListProps) {
  const { t, language } = useTranslation('statistics');
  const [page, setPage] = useState(1);
  const { data, error, isPlaceholderData, refetch } = useQuery(listQuery(place, { filter, metric, cell, page }));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText lines={8} />;
  if (data.count === 0) return <EmptyState title={t('emptyList')} text={data.definition} />;
  const shown = columns.filter((column) => data.items.some((item) => (column === 'detail' ? item.detail !== '' : item[column] !== null)));
  return (
    <div className={classes.behind} data-dimmed={isPlaceholderData || undefined}>
      <p className={classes.lead}>{data.definition}</p>
      <div className={classes.wide}>
        <Table verticalSpacing={6} aria-label={t('rowsBehind')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('column.at')}</Table.Th>
              {shown.map((column) => (
                <Table.Th key={column}>{t(`column.${column}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.items.map((item) => (
              <Table.Tr key={item.key}>
                <Table.Td className={classes.moment}>{formatDate(item.at, language, 'dateTime')}</Table.Td>
                {shown.map((column) => (
                  <Table.Td key={column}>{valueOf(item, { column, hidden: t('hidden') })}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Pager page={page} perPage={listPerPage} total={data.count} onPage={setPage} />
    </div>
  );
}

/** Opens the rows behind a number in a dialog. */
export const openNumber = (title: string, list: NumberListProps) =>
  void openModal({ title, size: 'xl', content: () => <NumberList {...list} /> });

import { Progress } from '@mantine/core';
import type { EnrichmentRequest } from '@headwater/contract/enrichment';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import type { TFunction } from '#lib/translate.ts';
import type { Room } from '#ui/list/list.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import classes from './enrichment.module.css';
import { RequestMenu } from './RequestMenu.tsx';

type Words = TFunction<'enrichment'>;

const colors = { waiting: 0, processing: 2, done: 4, failed: 8 } as const;
const number = (value: number) => formatNumber(value, currentLanguage());

function stateWord({ state, is_cancelled: isCancelled, is_undone: isUndone }: EnrichmentRequest, t: Words): string {
  if (isCancelled) return t('stopped');
  return isUndone ? t('undone') : t(`states.${state}`);
}

function State({ request, t }: { request: EnrichmentRequest; t: Words }) {
  const { state, done, rows } = request;
  const isPart = state === 'processing' || (state === 'failed' && done > 0);
  return (
    <span className={classes.state}>
      <StatusPill color={request.is_undone || request.is_cancelled ? 0 : colors[state]} quiet>
        {stateWord(request, t)}
      </StatusPill>
      {isPart && <span className={classes.quiet}>{t('progress', { done: number(done), total: number(rows) })}</span>}
      {state === 'processing' && (
        <Progress
          className={classes.bar}
          value={(done / Math.max(1, rows)) * 100}
          size={4}
          aria-label={request.name}
          transitionDuration={120}
        />
      )}
    </span>
  );
}

function Underline({ request, isPhone, t }: { request: EnrichmentRequest; isPhone: boolean; t: Words }) {
  const { name, file_name: fileName, problem, found, rows, added } = request;
  if (problem) {
    return (
      <span className={classes.problem} title={problem}>
        {problem}
      </span>
    );
  }
  if (!isPhone) return fileName === name ? null : <span className={classes.quiet}>{fileName}</span>;
  return <span className={classes.summary}>{t('summary', { found: number(found), rows: number(rows), added: number(added) })}</span>;
}

const count = (
  id: 'rows' | 'found' | 'added' | 'errors' | 'column_count',
  header: string,
  more: Partial<DataColumn<EnrichmentRequest>> = {},
) => ({ id, header, width: 96, align: 'right', cell: (row) => number(row[id]), ...more }) satisfies DataColumn<EnrichmentRequest>;

export function enrichmentColumns(t: Words, room: Room): DataColumn<EnrichmentRequest>[] {
  const isPhone = room === 'phone';
  const name: DataColumn<EnrichmentRequest> = {
    id: 'name',
    header: t('name'),
    hideable: false,
    minWidth: isPhone ? 120 : 180,
    cell: (row) => (
      <span className={classes.name}>
        <span className={classes.cut}>{row.name}</span>
        <Underline request={row} isPhone={isPhone} t={t} />
      </span>
    ),
  };
  const state: DataColumn<EnrichmentRequest> = {
    id: 'state',
    header: t('state'),
    width: isPhone ? 120 : 210,
    cell: (row) => <State request={row} t={t} />,
  };
  const actions: DataColumn<EnrichmentRequest> = {
    id: 'actions',
    header: '',
    width: 40,
    hideable: false,
    edge: true,
    cell: (row) => <RequestMenu request={row} />,
  };
  if (isPhone) return [name, state, actions];
  return [
    name,
    state,
    count('rows', t('rows')),
    count('found', t('found')),
    count('added', t('added')),
    count('errors', t('errors'), { optional: 1 }),
    count('column_count', t('columnCount'), { optional: 4 }),
    { id: 'creator', header: t('creator'), width: 150, optional: 3, cell: (row) => row.created_by?.name ?? '—' },
    { id: 'created', header: t('created'), width: 130, optional: 2, cell: (row) => <RelativeTime value={row.created_at} /> },
    actions,
  ];
}

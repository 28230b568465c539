import { Button } from '@mantine/core';
import { IconLock, IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TemplateView } from '@headwater/contract/templates';
import { usePhone } from '#lib/use-phone.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { type TemplateFilter, templatesPerPage, templatesQuery } from '../api/templates.ts';
import { NewTemplate } from './NewTemplate.tsx';
import { TemplateFilters } from './TemplateFilters.tsx';
import classes from './templates.module.css';

const rowId = (template: TemplateView) => template.id;
const rowName = (template: TemplateView) => template.name;

function NameCell({ template, lockLabel }: { template: TemplateView; lockLabel: string }) {
  return (
    <span className={classes.name}>
      <span className={classes.cut}>{template.name}</span>
      {template.access_type === 'private' && (
        <span className={classes.lock} title={lockLabel}>
          <IconLock size={14} aria-hidden />
          <span className="hw-visually-hidden">{lockLabel}</span>
        </span>
      )}
    </span>
  );
}

/** Beside an open pane, and on a phone, only what tells one from another. */
function columnsFor(t: TFunction<'templates'>, narrow: boolean): DataColumn<TemplateView>[] {
  return [
    { id: 'name', header: t('name'), cell: (row) => <NameCell template={row} lockLabel={t('isPrivate')} />, hideable: false },
    ...(narrow ? [] : [{ id: 'subject', header: t('subject'), cell: (row: TemplateView) => row.subject || '—' }]),
    ...(narrow
      ? []
      : [
          {
            id: 'creator',
            header: t('creator'),
            cell: (row: TemplateView) => (row.creator ? `${row.creator.first_name} ${row.creator.last_name}` : '—'),
            width: 180,
          },
        ]),
    { id: 'updated', header: t('updated'), cell: (row) => row.updated && <RelativeTime value={row.updated} />, width: 130 },
  ];
}

interface NothingProps {
  filtered: boolean;
  examples: readonly TemplateView[];
  onNew: (from: number) => void;
  onClear: () => void;
}

function Nothing({ filtered, examples, onNew, onClear }: NothingProps) {
  const { t } = useTranslation('templates');
  const icon = <IconTemplate size={24} stroke={1.5} />;
  if (filtered) {
    const action = (
      <Button variant="default" onClick={onClear}>
        {t('showAll')}
      </Button>
    );
    return <EmptyState icon={icon} title={t('noneFits')} text={t('noneFitsText')} action={action} />;
  }
  return (
    <EmptyState
      icon={icon}
      title={t('none')}
      text={t('noneText')}
      action={
        <div className={classes.examples}>
          {examples.map(({ id, name, subject }) => (
            <button key={id} type="button" className={classes.example} onClick={() => onNew(id)}>
              <strong>{name}</strong>
              <span className={classes.quiet}>{subject}</span>
            </button>
          ))}
        </div>
      }
    />
  );
}

interface TemplateListProps {
  filter: TemplateFilter;
  openId: number | undefined;
  /** True while a template stands beside the list. */
  beside: boolean;
  onChange: (change: Record<string, string | undefined>) => void;
  onOpen: (id: number) => void;
  onNew: (from: number) => void;
}

/** TPL-001: the templates that the person sees. */
export function TemplateList({ filter, openId, beside, onChange, onOpen, onNew }: TemplateListProps) {
  const { t } = useTranslation('templates');
  const phone = usePhone();
  const query = useQuery(templatesQuery(filter));
  const columns = useMemo(() => columnsFor(t, phone || beside), [t, phone, beside]);
  const examples = query.data?.example_templates ?? [];
  const filtered = filter.search !== '' || filter.createdBy !== undefined;
  return (
    <>
      <PageHeader title={t('title')} count={query.data?.count} actions={<NewTemplate examples={examples} onPick={onNew} />}>
        <TemplateFilters filter={filter} onChange={(change) => onChange({ ...change })} />
      </PageHeader>
      <DataTable
        id={phone || beside ? 'templates-narrow' : 'templates'}
        label={t('title')}
        columns={columns}
        rows={query.data?.templates}
        rowId={rowId}
        rowName={rowName}
        openId={openId}
        onOpen={({ id }) => onOpen(id)}
        error={query.error}
        onRetry={() => void query.refetch()}
        dimmed={query.isPlaceholderData}
        empty={
          <Nothing
            filtered={filtered}
            examples={examples}
            onNew={onNew}
            onClear={() => onChange({ search: undefined, creator: undefined, page: undefined })}
          />
        }
      />
      {(query.data?.count ?? 0) > templatesPerPage && (
        <Pager
          page={filter.page}
          perPage={templatesPerPage}
          total={query.data?.count}
          onPage={(page) => onChange({ page: String(page) })}
        />
      )}
    </>
  );
}

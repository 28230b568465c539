import { auditKinds, auditTargets } from '@headwater/domain/audit';
import { ActionIcon, Anchor, Button } from '@mantine/core';
import { IconFilter, IconShieldCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AuditEntry } from '@headwater/contract/audit';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { DayField } from '#ui/DayField.tsx';
import type { ListFilter } from '#ui/list/list.ts';
import { ListFilters } from '#ui/list/ListFilters.tsx';
import { ListTable } from '#ui/list/ListTable.tsx';
import { showError } from '#ui/snackbar.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { auditQuery, entriesPerPage, exportAudit, areDaysValid } from '../api/audit.ts';
import { detailsOf } from '../model/details.ts';
import { auditParams } from '../model/params.ts';
import classes from './audit.module.css';
import { targetOf, actorName, methodOf } from './entry-words.tsx';

type Texts = TFunction<'audit'>;
type Column = DataColumn<AuditEntry>;

const isOwn = ({ user, target }: AuditEntry) => target.kind === 'user' && target.id === user?.id;

function TargetFilterButton({ target: { kind, id, name } }: Pick<AuditEntry, 'target'>) {
  const { t } = useTranslation('audit');
  const { change } = useScreenParams(auditParams);
  const label = t('only', { target: name ?? `${t(`targetName.${kind}`)} ${id}` });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      aria-label={label}
      title={label}
      onClick={() => change({ target: kind, id: id ?? undefined, page: 1 })}
    >
      <IconFilter size={14} stroke={1.6} />
    </ActionIcon>
  );
}

/** The name comes from the first entry, because the address of the page has the id only. */
function ChosenTarget({ entry }: { entry: AuditEntry | undefined }) {
  const { t } = useTranslation('audit');
  const { shown, change } = useScreenParams(auditParams);
  if (shown.id === undefined || shown.target === undefined) return null;
  const name = entry?.target.name ?? `${t(`targetName.${shown.target}`)} ${shown.id}`;
  return (
    <Button
      size="xs"
      variant="light"
      rightSection={<IconX size={14} aria-hidden />}
      aria-label={t('all', { target: name })}
      onClick={() => change({ target: undefined, id: undefined, page: 1 })}
    >
      {t('about', { target: name })}
    </Button>
  );
}

function columnsFor(t: Texts, isPhone: boolean, ofAll: boolean): Column[] {
  const language = currentLanguage();
  const at = (row: AuditEntry) => formatDate(row.at, language, 'dateTime');
  const what: Column = {
    id: 'kind',
    header: t('what'),
    cell: (row) => (
      <>
        {t(`kind.${row.kind}`)}
        {isPhone && (
          <span className={classes.second}>
            {at(row)}
            {!isOwn(row) && <> · {targetOf(t, row, true)}</>}
          </span>
        )}
      </>
    ),
    minWidth: 170,
    hideable: false,
  };
  const where = (row: AuditEntry) => isPhone && ofAll && <span className={classes.second}>{row.company.name}</span>;
  const who: Column = {
    id: 'who',
    header: t('who'),
    cell: (row) => (
      <>
        {actorName(t, row)}
        {where(row)}
      </>
    ),
    width: isPhone ? 136 : 180,
  };
  const company: Column = {
    id: 'company',
    header: t('company'),
    cell: ({ company: { id, name } }) => (
      <Anchor inherit renderRoot={(props) => <Link to="/companies/$companyId/events" params={{ companyId: String(id) }} {...props} />}>
        {name}
      </Anchor>
    ),
    width: 150,
    optional: 1,
  };
  if (isPhone) return [what, who];
  return [
    { id: 'at', header: t('when'), cell: at, width: 150 },
    ...(ofAll ? [company] : []),
    who,
    what,
    {
      id: 'target',
      header: t('target'),
      cell: (row) => (
        <span className={classes.target}>
          <span className={classes.targetName}>{targetOf(t, row)}</span>
          {row.target.id !== null && <TargetFilterButton target={row.target} />}
        </span>
      ),
      width: 190,
    },
    { id: 'details', header: t('details'), cell: (row) => detailsOf(t, row), minWidth: 130, optional: 2 },
    { id: 'method', header: t('method'), cell: (row) => methodOf(t, row), width: 120, optional: 2 },
    { id: 'address', header: t('address'), cell: (row) => row.address ?? '', width: 130, optional: 3 },
  ];
}

function DayFilters() {
  const { t } = useTranslation('audit');
  const { shown, change } = useScreenParams(auditParams);
  return (['from', 'to'] as const).map((name) => (
    <DayField
      key={name}
      size="xs"
      label={t(name)}
      classNames={{ root: classes.day }}
      value={shown[name]}
      onChange={(value) => change({ [name]: value, page: 1 }, { replace: true })}
    />
  ));
}

function ExportButton({ companyId }: { companyId: number | undefined }) {
  const { t } = useTranslation('audit');
  const { shown } = useScreenParams(auditParams);
  const [busy, setBusy] = useState(false);
  const start = () => {
    setBusy(true);
    void exportAudit(companyId, shown)
      .catch(showError)
      .finally(() => setBusy(false));
  };
  return (
    <Button size="xs" variant="default" loading={busy} disabled={!areDaysValid(shown)} onClick={start}>
      {t('export')}
    </Button>
  );
}

interface AuditListProps {
  /** Undefined: all companies, for staff. */
  companyId: number | undefined;
  ofAll?: boolean;
}

/** DEC-14 */
export function AuditList({ companyId, ofAll = false }: AuditListProps) {
  const { t } = useTranslation('audit');
  const { shown } = useScreenParams(auditParams);
  const query = useQuery(auditQuery(companyId, shown));
  const filters: readonly ListFilter<typeof auditParams.shape>[] = [
    { kind: 'search', name: 'person', label: t('search') },
    {
      kind: 'select',
      name: 'kind',
      label: t('what'),
      any: t('anyKind'),
      options: auditKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
    },
    {
      kind: 'select',
      name: 'target',
      label: t('target'),
      any: t('anyTarget'),
      options: auditTargets.map((value) => ({ value, label: t(`targetName.${value}`) })),
    },
    { kind: 'elsewhere', name: 'id' },
    { kind: 'elsewhere', name: 'from' },
    { kind: 'elsewhere', name: 'to' },
  ];
  return (
    <>
      <div className={classes.head}>
        <ListFilters params={auditParams} filters={filters} />
        <DayFilters />
        <div className={classes.end}>
          <ExportButton companyId={companyId} />
        </div>
        <ChosenTarget entry={query.data?.entries[0]} />
      </div>
      <ListTable
        id="audit"
        label={t('title')}
        params={auditParams}
        filters={filters}
        query={query}
        rows={query.data?.entries}
        count={query.data?.count}
        perPage={entriesPerPage}
        rowHeight={{ phone: 52, narrow: 40, wide: 40 }}
        columns={(room) => columnsFor(t, room === 'phone', ofAll)}
        rowId={({ id }) => id}
        rowName={(row) => t(`kind.${row.kind}`)}
        Icon={IconShieldCheck}
        nothing={{ title: t('none'), text: t('noneText') }}
      />
    </>
  );
}

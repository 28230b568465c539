import { Alert, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm, openModal } from '#ui/modals.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { statusesQuery, useStatusActions } from '../../api/statuses.ts';
import { ReasonsForm } from '../reasons/ReasonsForm.tsx';
import { NewStatusForm } from './NewStatusForm.tsx';
import { moveNextTo, moveByStep } from './order.ts';
import classes from './StatusList.module.css';
import { type ShownStatus, StatusRow } from './StatusRow.tsx';

function openNewStatus(title: string, parent: number | undefined): void {
  void openModal({ title, content: (close) => <NewStatusForm parent={parent} onDone={() => close()} /> });
}

/** STS-001. */
export function StatusList() {
  const { t } = useTranslation(['vacancies', 'ui']);
  const query = useQuery(statusesQuery);
  const statuses = query.data?.statuses;
  usePageTitle(t('statusesTitle'));
  const add = (parent?: ShownStatus) => openNewStatus(parent ? t('newSubstatusOf', { name: parent.name }) : t('newStatus'), parent?.id);
  return (
    <>
      <PageHeader
        title={t('statusesTitle')}
        count={statuses?.length}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => add()}>
            {t('newStatus')}
          </Button>
        }
      />
      <div className={classes.page}>
        <p className={classes.help}>{t('statusesHelpLong')}</p>
        {query.isError && !statuses && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.isPending && <SkeletonTable rows={7} columns={4} rowHeight={44} />}
        {statuses?.length === 0 && <EmptyState title={t('noStatuses')} text={t('noStatusesText')} />}
        {statuses && statuses.length > 0 && <Levels statuses={statuses} onAdd={add} />}
        <ReasonsForm />
      </div>
    </>
  );
}

interface LevelsProps {
  statuses: readonly (ShownStatus & { substatuses: readonly ShownStatus[] })[];
  onAdd: (parent: ShownStatus) => void;
}

function Levels({ statuses, onAdd }: LevelsProps) {
  const { t } = useTranslation(['vacancies', 'ui']);
  const list = useRef<HTMLDivElement>(null);
  const { refusal, failure, update, remove, reorder } = useStatusActions();

  const confirmAndRemove = async (status: ShownStatus) => {
    const agreed = await confirm({
      title: t('deleteStatusTitle', { name: status.name }),
      text: t('deleteStatusText'),
      confirm: t('delete', { ns: 'ui' }),
      danger: true,
    });
    if (agreed) await remove(status.id);
  };
  const move = (order: readonly number[] | undefined, moved: number) => {
    if (!order) return;
    void reorder(order, moved);
    // The moved row is a new element; its grip keeps the focus.
    requestAnimationFrame(() => requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-grip="${moved}"]`)?.focus()));
  };
  const rowsOf = (level: readonly ShownStatus[], name: string) => {
    const ids = level.map(({ id }) => id);
    return (status: ShownStatus, onAddBelow?: () => void) => (
      <StatusRow
        key={status.id}
        status={status}
        level={name}
        refusal={refusal?.id === status.id ? refusal.message : undefined}
        onUpdate={(fields) => void update(status.id, fields)}
        onRemove={() => void confirmAndRemove(status)}
        onAddBelow={onAddBelow}
        onDrop={(dragged, edge) => move(moveNextTo(ids, { dragged, target: status.id, edge }), dragged)}
        onStep={(step) => move(moveByStep(ids, { id: status.id, step }), status.id)}
      />
    );
  };
  const first = rowsOf(statuses, 'first');
  return (
    <>
      {failure !== undefined && (
        <Alert color="red" role="alert" mb="md">
          {failure instanceof ApiError && failure.status !== 0 ? failure.message : t('offline', { ns: 'ui' })}
        </Alert>
      )}
      <div ref={list} className={classes.list} data-errored={failure !== undefined || undefined}>
        <div className={classes.columns} aria-hidden>
          <span>{t('name')}</span>
          <span>{t('statusActive')}</span>
          <span>{t('inNewVacancies')}</span>
        </div>
        {statuses.map((status) => {
          const below = rowsOf(status.substatuses, String(status.id));
          return [first(status, () => onAdd(status)), ...status.substatuses.map((sub) => below(sub))];
        })}
      </div>
    </>
  );
}

import { SegmentedControl } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { taskStates } from '@headwater/domain/vacancies/task-states';
import { usePageTitle } from '#lib/page-title.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { ownTasksQuery } from '../api/tasks.ts';
import { taskParams } from '../model/params.ts';
import { TaskRow } from './TaskRow.tsx';
import classes from './tasks.module.css';

export function TasksScreen() {
  const { t } = useTranslation('candidate-tasks');
  const { shown, change } = useScreenParams(taskParams);
  const query = useQuery(ownTasksQuery(shown.status));
  usePageTitle(t('mine'));
  const { data } = query;
  if (query.error && !data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const isOpen = shown.status === 'open';
  const groups = taskStates.map((state) => ({ state, tasks: data?.tasks.filter((task) => task.state === state) ?? [] }));
  const rest = (data?.count ?? 0) - (data?.tasks.length ?? 0);
  return (
    <>
      <PageHeader title={t('mine')} count={data?.count}>
        <SegmentedControl
          aria-label={t('status')}
          value={shown.status}
          onChange={(status) => change({ status: status === 'done' ? 'done' : 'open' })}
          data={[
            { value: 'open', label: t('open') },
            { value: 'done', label: t('done') },
          ]}
        />
      </PageHeader>
      {data?.tasks.length === 0 ? (
        <EmptyState
          icon={<IconChecklist size={24} stroke={1.5} />}
          title={t(isOpen ? 'none' : 'noneDone')}
          text={t(isOpen ? 'noneText' : 'noneDoneText')}
        />
      ) : (
        <div className={classes.page}>
          {!data && <SkeletonText lines={6} />}
          {groups
            .filter(({ tasks }) => tasks.length > 0)
            .map(({ state, tasks }) => (
              <section key={state} aria-label={t(`group.${state}`)}>
                <h2 className={classes.title}>
                  {t(`group.${state}`)}
                  <span className={classes.count}>{tasks.length}</span>
                </h2>
                <ul className={classes.list}>
                  {tasks.map((task) => (
                    <TaskRow key={task.id} task={task} showsPerson />
                  ))}
                </ul>
              </section>
            ))}
          {isOpen && rest > 0 && <p className={classes.quiet}>{t('more', { count: rest })}</p>}
        </div>
      )}
    </>
  );
}

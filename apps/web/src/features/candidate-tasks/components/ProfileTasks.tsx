import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { showSnackbar } from '#ui/snackbar.tsx';
import { tasksOfProfileQuery, useTaskActions } from '../api/tasks.ts';
import { openTask } from './open-task.tsx';
import { TaskRow } from './TaskRow.tsx';
import classes from './tasks.module.css';

interface ProfileTasksProps {
  profileId: number;
  /** The tasks are about this candidate. */
  candidateId?: number | undefined;
}

export function ProfileTasks({ profileId, candidateId }: ProfileTasksProps) {
  const { t } = useTranslation('candidate-tasks');
  const { data, isSuccess } = useQuery(tasksOfProfileQuery(profileId));
  const { add } = useTaskActions();
  const [showsDone, setShowsDone] = useState(false);
  const tasks = data?.tasks ?? [];
  const open = tasks.filter(({ state }) => state !== 'done');
  const done = tasks.filter(({ state }) => state === 'done');
  const create = () =>
    openTask({
      title: t('addTitle'),
      submit: (values) => add(profileId, values, candidateId),
      onSaved: () => showSnackbar({ message: t('added'), tone: 'success' }),
    });
  return (
    <section className={classes.section} aria-label={t('title')}>
      <div className={classes.head}>
        <h3 className={classes.title}>
          {t('title')}
          {open.length > 0 && <span className={classes.count}>{open.length}</span>}
        </h3>
        <Button variant="subtle" size="compact-xs" leftSection={<IconPlus size={14} />} onClick={create}>
          {t('add')}
        </Button>
      </div>
      {isSuccess && tasks.length === 0 && <p className={classes.quiet}>{t('nonePerson')}</p>}
      <ul className={classes.list}>
        {[...open, ...(showsDone ? done : [])].map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
      {done.length > 0 && !showsDone && (
        <Button variant="subtle" size="compact-xs" ml={-8} onClick={() => setShowsDone(true)}>
          {t('showDone', { count: done.length })}
        </Button>
      )}
    </section>
  );
}

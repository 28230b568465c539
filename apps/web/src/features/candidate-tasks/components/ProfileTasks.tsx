import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { ProfilePart } from '#ui/ProfilePart.tsx';
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
    <ProfilePart
      title={t('title')}
      count={open.length}
      addLabel={t('add')}
      onAdd={create}
      none={isSuccess && tasks.length === 0 && t('nonePerson')}
    >
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
    </ProfilePart>
  );
}

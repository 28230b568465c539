import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { CandidateTaskView } from '@headwater/contract/candidate-tasks';
import { useCurrentUser } from '#lib/current-user.ts';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { useTaskActions } from '../api/tasks.ts';
import { openTask } from './open-task.tsx';
import classes from './tasks.module.css';

type Texts = TFunction<'candidate-tasks'>;

function dueText(t: Texts, { due_on: day, due_time: time, state }: CandidateTaskView): string {
  if (state === 'today') return time ? t('todayAt', { time }) : t('today');
  const date = formatDate(day, currentLanguage());
  return time ? t('dateAt', { date, time }) : date;
}

function TaskMenu({ task }: { task: CandidateTaskView }) {
  const { t } = useTranslation('candidate-tasks');
  const { change, remove } = useTaskActions();
  const edit = () => openTask({ title: t('editTitle'), task, submit: (values) => change(task.id, values) });
  const take = () => remove(task.id).then(() => showSnackbar({ message: t('deleted') }), showError);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('actions', { title: task.title })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={edit}>
          {t('edit')}
        </Menu.Item>
        {task.permissions.remove && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.6} />} onClick={() => void take()}>
            {t('delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** `showsPerson`: in a list of several people. */
export function TaskRow({ task, showsPerson = false }: { task: CandidateTaskView; showsPerson?: boolean }) {
  const { t } = useTranslation('candidate-tasks');
  const user = useCurrentUser();
  const { setDone } = useTaskActions();
  const isDone = task.state === 'done';
  const save = async (next: boolean) => {
    try {
      await setDone(task.id, next);
      if (next)
        showSnackbar({
          message: t('completed'),
          tone: 'success',
          action: { label: t('undo'), act: () => void setDone(task.id, false).catch(showError) },
        });
    } catch (error) {
      showError(error);
    }
  };
  const { assignee, created_by: creator, person, folder } = task;
  const nameOf = ({ name, is_active: isActive }: typeof assignee) => (isActive ? name : t('deactivated', { name }));
  return (
    <li className={classes.row} data-state={task.state}>
      <Checkbox
        aria-label={t('markDone', { title: task.title })}
        checked={isDone}
        mt={2}
        onChange={(event) => void save(event.currentTarget.checked)}
      />
      <span className={classes.words}>
        <span className={classes.what}>{task.title}</span>
        <span className={classes.facts}>
          <span className={classes.due}>{dueText(t, task)}</span>
          {showsPerson && (
            <Link to="/profiles/$profileId" params={{ profileId: String(person.id) }}>
              {person.name ?? t('hiddenName')}
            </Link>
          )}
          {folder && (
            <Link to="/folders/$folderId" params={{ folderId: String(folder.id) }}>
              {folder.name}
            </Link>
          )}
          {!showsPerson && assignee.id !== user.id && <span>{nameOf(assignee)}</span>}
          {creator.id !== user.id && creator.id !== assignee.id && <span>{t('by', { name: nameOf(creator) })}</span>}
        </span>
      </span>
      <TaskMenu task={task} />
    </li>
  );
}

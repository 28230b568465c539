import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CandidateTaskView } from '@headwater/contract/candidate-tasks';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { DayField } from '#ui/DayField.tsx';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { TimeField } from '#ui/TimeField.tsx';
import { colleaguesQuery, type TaskValues } from '../api/tasks.ts';
import classes from './tasks.module.css';

/** The day after today, by the clock of the browser. */
function tomorrow(): string {
  const day = new Date();
  day.setDate(day.getDate() + 1);
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${day.getFullYear()}-${month}-${date}`;
}

interface TaskFormProps {
  task?: CandidateTaskView;
  submit: (values: TaskValues) => Promise<void>;
  /** Closes the form, also without a result. */
  onDone: () => void;
  onSaved?: (() => void) | undefined;
}

function useAssignees(task: CandidateTaskView | undefined) {
  const { t } = useTranslation('candidate-tasks');
  const user = useCurrentUser();
  const colleagues = useQuery(colleaguesQuery).data?.users ?? [];
  const known = [
    { value: String(user.id), label: t('me', { name: user.name }) },
    ...colleagues.map(({ id, first_name: first, last_name: last, email }) => ({
      value: String(id),
      label: `${first} ${last}`.trim() || email,
    })),
  ];
  const current = task && String(task.assignee.id);
  if (!task || known.some(({ value }) => value === current)) return known;
  const { name, is_active: isActive } = task.assignee;
  return [...known, { value: String(task.assignee.id), label: isActive ? name : t('deactivated', { name }) }];
}

export function TaskForm({ task, submit, onDone, onSaved }: TaskFormProps) {
  const { t } = useTranslation('candidate-tasks');
  const user = useCurrentUser();
  const assignees = useAssignees(task);
  const form = useServerForm({
    initialValues: {
      title: task?.title ?? '',
      due_on: task?.due_on ?? tomorrow(),
      due_time: task?.due_time ?? '',
      assignee_id: String(task?.assignee.id ?? user.id),
    },
    submit: ({ due_time: time, assignee_id: assignee, ...values }) =>
      submit({ ...values, due_time: time === '' ? null : time, assignee_id: Number(assignee) }),
    onDone: () => {
      onDone();
      onSaved?.();
    },
  });
  return (
    <ServerForm form={form} submitLabel={t(task ? 'save' : 'add')} onCancel={onDone} guard>
      <TextInput data-autofocus label={t('what')} placeholder={t('whatHint')} required maxLength={255} {...form.field('title')} />
      <div className={classes.when}>
        <DayField label={t('day')} {...form.field('due_on')} value={form.values.due_on} />
        <TimeField label={t('time')} placeholder={t('timeHint')} {...form.field('due_time')} />
      </div>
      <Select label={t('assignee')} searchable allowDeselect={false} data={assignees} {...form.field('assignee_id')} />
    </ServerForm>
  );
}

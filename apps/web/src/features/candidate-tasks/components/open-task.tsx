import type { CandidateTaskView } from '@headwater/contract/candidate-tasks';
import { openModal } from '#ui/modals.tsx';
import type { TaskValues } from '../api/tasks.ts';
import { TaskForm } from './TaskForm.tsx';

interface OpenTask {
  title: string;
  task?: CandidateTaskView;
  submit: (values: TaskValues) => Promise<void>;
  onSaved?: () => void;
}

export const openTask = ({ title, onSaved, ...form }: OpenTask) =>
  void openModal({ title, content: (close) => <TaskForm {...form} onSaved={onSaved} onDone={() => close()} /> });

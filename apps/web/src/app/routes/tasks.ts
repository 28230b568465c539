import { createRoute } from '@tanstack/react-router';
import { taskParams } from '#features/candidate-tasks/model/params.ts';
import { loadTexts } from '#lib/i18n.ts';
import { requires } from '../guards.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { shellRoute } from '../shell-route.ts';

const own = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tasks',
  beforeLoad: requires('search'),
  validateSearch: taskParams.validate,
  loader: () => loadTexts('candidate-tasks'),
  component: lazyScreen('tasks', { load: () => import('#features/candidate-tasks/components/TasksScreen.tsx'), name: 'TasksScreen' }),
});

export const taskRoutes = [own] as const;

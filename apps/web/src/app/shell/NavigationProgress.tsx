import { useRouterState } from '@tanstack/react-router';
import classes from './NavigationProgress.module.css';

/** Progress line for navigations that take longer than a moment. */
export function NavigationProgress() {
  const pending = useRouterState({ select: (state) => state.status === 'pending' });
  return pending ? <div className={classes.line} data-navigating aria-hidden /> : null;
}

import { useRouterState } from '@tanstack/react-router';
import classes from './NavigationProgress.module.css';

export function NavigationProgress() {
  const pending = useRouterState({ select: (state) => state.status === 'pending' });
  return pending ? <div className={classes.line} data-navigating aria-hidden /> : null;
}

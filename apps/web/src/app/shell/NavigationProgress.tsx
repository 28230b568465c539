import { useRouterState } from '@tanstack/react-router';
import classes from './NavigationProgress.module.css';

/** A thin line on top while a screen is on its way for longer than a moment: the press was heard. */
export function NavigationProgress() {
  const pending = useRouterState({ select: (state) => state.status === 'pending' });
  return pending ? <div className={classes.line} data-navigating aria-hidden /> : null;
}

import type { ReactNode, Ref } from 'react';
import classes from './Corner.module.css';

export const Corner = ({ ref, hidden = false, children }: { ref?: Ref<HTMLDivElement>; hidden?: boolean; children: ReactNode }) => (
  <div ref={ref} className={classes.corner} hidden={hidden}>
    {children}
  </div>
);

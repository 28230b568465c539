import type { ReactNode, Ref } from 'react';
import classes from './Corner.module.css';

/** For a part that stands over the page once it has come: until then this is empty, and where it did not come it says so in the corner of the screen. */
export const Corner = ({ ref, hidden = false, children }: { ref?: Ref<HTMLDivElement>; hidden?: boolean; children: ReactNode }) => (
  <div ref={ref} className={classes.corner} hidden={hidden}>
    {children}
  </div>
);

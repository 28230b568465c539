import type { ReactNode } from 'react';
import classes from './notifications.module.css';

/** A part of a form under its heading. */
export function Fields({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>{title}</legend>
      <div className={classes.fields}>{children}</div>
    </fieldset>
  );
}

import type { ReactNode } from 'react';
import classes from './sso.module.css';

/** A line of a `dl`: what it is, and what is known of it. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.quiet}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  );
}

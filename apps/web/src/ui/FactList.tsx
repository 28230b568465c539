import type { ReactNode } from 'react';
import classes from './FactList.module.css';

/** What is known of something: words and what they are for it, side by side as there is room. */
export const FactList = ({ children }: { children: ReactNode }) => <dl className={classes.facts}>{children}</dl>;

/** A line of a list of facts. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt className={classes.label}>{label}</dt>
    <dd className={classes.value}>{children}</dd>
  </div>
);

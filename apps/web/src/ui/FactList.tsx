import type { ReactNode } from 'react';
import classes from './FactList.module.css';

export const FactList = ({ children }: { children: ReactNode }) => <dl className={classes.facts}>{children}</dl>;

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt className={classes.label}>{label}</dt>
    <dd className={classes.value}>{children}</dd>
  </div>
);

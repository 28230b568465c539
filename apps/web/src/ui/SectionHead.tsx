import type { ReactNode } from 'react';
import classes from './section.module.css';

export const SectionHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={classes.head}>
    <h2 className={classes.heading}>{title}</h2>
    {children}
  </div>
);

import type { ReactNode } from 'react';
import classes from './section.module.css';

/** The heading of a part of a page; `children` stand at its end: what can be done there, or how it is. */
export const SectionHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={classes.head}>
    <h2 className={classes.heading}>{title}</h2>
    {children}
  </div>
);

import type { ReactNode } from 'react';
import classes from './section.module.css';

export const FormSection = ({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) => (
  <fieldset className={classes.section}>
    <legend className={classes.legend}>{title}</legend>
    {lead !== undefined && <p className={classes.lead}>{lead}</p>}
    <div className={classes.fields}>{children}</div>
  </fieldset>
);

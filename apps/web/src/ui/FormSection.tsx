import type { ReactNode } from 'react';
import classes from './section.module.css';

export const FormSection = ({ id, title, lead, children }: { id?: string; title: string; lead?: string; children: ReactNode }) => (
  <fieldset id={id} className={classes.section}>
    <legend className={classes.legend}>{title}</legend>
    {lead !== undefined && <p className={classes.lead}>{lead}</p>}
    <div className={classes.fields}>{children}</div>
  </fieldset>
);

import type { ReactNode } from 'react';
import classes from './profile.module.css';

interface SectionProps {
  title: string;
  count?: number | undefined;
  note?: string | undefined;
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ title, count, note, action, children }: SectionProps) {
  return (
    <section className={classes.section}>
      <div className={classes.sectionHead}>
        <h3 className={classes.sectionTitle}>
          {title}
          {count !== undefined && count > 0 && <span className={classes.count}>{count}</span>}
        </h3>
        {note && <span className={classes.sectionNote}>{note}</span>}
        {action}
      </div>
      {children}
    </section>
  );
}

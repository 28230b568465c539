import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './ProfilePart.module.css';

interface ProfilePartProps {
  title: string;
  count?: number;
  addLabel: string;
  onAdd: () => void;
  /** Shown instead of entries. */
  none: string | false;
  children: ReactNode;
}

/** A section of a profile with a button that adds an entry: fit notes, tasks. */
export function ProfilePart({ title, count = 0, addLabel, onAdd, none, children }: ProfilePartProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <h3 className={classes.title}>
          {title}
          {count > 0 && <span className={classes.count}>{count}</span>}
        </h3>
        <Button variant="subtle" size="compact-xs" leftSection={<IconPlus size={14} />} onClick={onAdd}>
          {addLabel}
        </Button>
      </div>
      {none && <p className={classes.none}>{none}</p>}
      {children}
    </section>
  );
}

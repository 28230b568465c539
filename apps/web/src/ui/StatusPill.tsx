/** `quiet` colours only the dot: <StatusPill color={4}>Hired</StatusPill>. */
import type { CSSProperties, ReactNode } from 'react';
import { statusColors } from './palette.ts';
import classes from './StatusPill.module.css';

interface StatusPillProps {
  /** 0 to 11; other numbers wrap around. */
  color: number;
  children: ReactNode;
  quiet?: boolean;
}

/** Maps any number of the API to a colour of the palette. */
export const statusColor = (color: number): number =>
  ((Math.trunc(color) % statusColors.length) + statusColors.length) % statusColors.length || 0;

export function StatusPill({ color, children, quiet = false }: StatusPillProps) {
  const known = statusColor(color);
  const style = {
    '--pill-text': `var(--hw-status-${known}-text)`,
    '--pill-ground': `var(--hw-status-${known}-ground)`,
    '--pill-dot': `var(--hw-status-${known}-dot)`,
  } as CSSProperties;
  return (
    <span className={classes.pill} data-quiet={quiet || undefined} style={style}>
      <span className={classes.dot} aria-hidden />
      <span className={classes.label}>{children}</span>
    </span>
  );
}

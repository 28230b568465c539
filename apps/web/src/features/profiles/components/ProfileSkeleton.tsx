import { Skeleton } from '@mantine/core';
import classes from './profile.module.css';

const lines = [80, 60, 70, 50, 75];

export function ProfileSkeleton() {
  return (
    <div aria-hidden>
      <div className={classes.head}>
        <Skeleton circle height={56} width={56} style={{ flex: 'none' }} />
        <div style={{ flex: 1 }}>
          <Skeleton height={24} width="45%" mb={8} />
          <Skeleton height={14} width="60%" mb={6} />
          <Skeleton height={12} width="35%" />
        </div>
      </div>
      {lines.map((width) => (
        <div key={width} className={classes.section}>
          <Skeleton height={14} width={120} mb={12} />
          <Skeleton height={12} width={`${width}%`} mb={8} />
          <Skeleton height={12} width={`${width - 20}%`} />
        </div>
      ))}
    </div>
  );
}

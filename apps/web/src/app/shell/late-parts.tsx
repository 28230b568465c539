import { Suspense } from 'react';
import type { CurrentUser } from '@headwater/contract/accounts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import classes from './Shell.module.css';

const ShortcutList = lazyPart(() => import('./ShortcutList.tsx'), 'ShortcutList');
const PausedSending = lazyPart(() => import('./PausedSending.tsx'), 'PausedSending', ['outreach']);
const ActingNotice = lazyPart(() => import('#features/impersonation/components/ActingNotice.tsx'), 'ActingNotice', ['impersonation']);
const RecentJobs = lazyPart(() => import('#features/jobs/components/RecentJobs.tsx'), 'RecentJobs', ['jobs', 'vacancies']);

export const Palette = lazyPart(() => import('../palette/Palette.tsx'), 'Palette', ['palette']);

export const shortcutList = () => (
  <div className={classes.shortcuts}>
    <Suspense fallback={<SkeletonText lines={12} />}>
      <ShortcutList />
    </Suspense>
  </div>
);

export const recentJobs = () => <RecentJobs />;

export const Bands = ({ user }: { user: CurrentUser }) => (
  <>
    {user.sending_paused && (
      <Suspense>
        <PausedSending />
      </Suspense>
    )}
    {user.impersonated_by !== null && (
      <Suspense>
        <ActingNotice name={user.name} company={user.company.company_name} />
      </Suspense>
    )}
  </>
);

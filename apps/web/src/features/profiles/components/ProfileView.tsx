import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import type { ProfileView as Profile } from '@headwater/contract/profiles';
import { ApiError } from '#lib/api-error.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { ErrorState } from '#ui/states.tsx';
import { profileQuery, useOpenedEvent } from '../api/profile.ts';
import { Activity } from './Activity.tsx';
import { Career, Educations } from './Career.tsx';
import { Contacts } from './Contacts.tsx';
import { Facts, Links } from './Facts.tsx';
import { Files } from './Files.tsx';
import { PaneBar, type PaneBarProps } from './PaneBar.tsx';
import { BesideFile, type PreviewedFile } from './preview/BesideFile.tsx';
import { ProfileHead } from './ProfileHead.tsx';
import { ProfileSkeleton } from './ProfileSkeleton.tsx';
import { Skills } from './Skills.tsx';
import { Tags } from './Tags.tsx';
import classes from './profile.module.css';

interface ProfileViewProps extends PaneBarProps {
  /** `pane`: next to a list, with its own bar; `page`: the whole screen. */
  variant: 'pane' | 'page';
  first?: ReactNode;
  sections?: ReactNode;
  linkAction?: ((url: string) => ReactNode) | undefined;
  /** Late content of unknown height, last to avoid a layout shift. */
  last?: ReactNode;
}

interface ColumnsProps extends ProfileViewProps {
  profile: Profile;
  onPreview: (file: PreviewedFile) => void;
}

function Columns({ profile, profileId, first, sections, last, linkAction, onPreview }: ColumnsProps) {
  const { permissions } = useCurrentUser();
  const reach = (
    <>
      {permissions.contacts && <Contacts profile={profile} />}
      {first}
    </>
  );
  return (
    <div className={classes.columns}>
      <div className={classes.reach}>{reach}</div>
      <div className={classes.main}>
        {profile.about && <p className={classes.about}>{profile.about}</p>}
        <Career profile={profile} />
        <Skills profile={profile} />
        <Educations profile={profile} />
      </div>
      <div className={classes.side}>
        {sections}
        {permissions.resumes && <Files profileId={profileId} name={profile.name} onPreview={onPreview} />}
        <Links profile={profile} action={linkAction} />
        <Facts profile={profile} />
        <Activity profileId={profileId} />
        {last}
      </div>
    </div>
  );
}

/** A person, next to a list or as a page. The route passes sections of other features as props. */
export function ProfileView(props: ProfileViewProps) {
  const { profileId, variant } = props;
  const query = useQuery(profileQuery(profileId));
  const profile = query.data;
  const view = useRef<HTMLElement>(null);
  const [file, setFile] = useState<PreviewedFile>();
  useOpenedEvent(profile?.doc_id);
  // ACC-021, RSLT-024: the company has reached its daily limit.
  if (query.error instanceof ApiError && query.error.code === 'limit_exceeded') return <Navigate to="/limit-exceeded" replace />;
  return (
    <BesideFile file={file} variant={variant} view={view} onClose={() => setFile(undefined)}>
      <article
        ref={view}
        className={classes.view}
        data-variant={variant}
        aria-label={profile?.name ?? undefined}
        aria-busy={query.isPending}
      >
        {variant === 'pane' && <PaneBar {...props} />}
        <div className={classes.body}>
          {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
          {query.isPending && <ProfileSkeleton />}
          {profile && (
            <>
              <ProfileHead profile={profile} tags={<Tags profile={profile} />} />
              {variant === 'page' && props.actions && <div className={classes.pageActions}>{props.actions}</div>}
              <Columns {...props} profile={profile} onPreview={setFile} />
            </>
          )}
        </div>
      </article>
    </BesideFile>
  );
}

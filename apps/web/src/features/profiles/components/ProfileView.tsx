import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowsMaximize, IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import type { ProfileView as Profile } from '@headwater/contract/profiles';
import { ApiError } from '#lib/api-error.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ErrorState } from '#ui/states.tsx';
import { profileQuery, useOpenedEvent } from '../api/profile.ts';
import { Activity } from './Activity.tsx';
import { Career, Educations } from './Career.tsx';
import { Contacts } from './Contacts.tsx';
import { Facts, Links } from './Facts.tsx';
import { Files } from './Files.tsx';
import { ProfileHead } from './ProfileHead.tsx';
import { ProfileSkeleton } from './ProfileSkeleton.tsx';
import { Skills } from './Skills.tsx';
import { Tags } from './Tags.tsx';
import classes from './profile.module.css';

interface ProfileViewProps {
  profileId: number;
  /** `pane`: next to a list, with its own bar; `page`: the whole screen. */
  variant: 'pane' | 'page';
  actions?: ReactNode;
  first?: ReactNode;
  sections?: ReactNode;
  linkAction?: ((url: string) => ReactNode) | undefined;
  /** Late content of unknown height, last to avoid a layout shift. */
  last?: ReactNode;
  onClose?: () => void;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  onWhole?: (() => void) | undefined;
}

interface StepProps {
  label: string;
  onClick: (() => void) | undefined;
  children: ReactNode;
}

function Step({ label, onClick, children }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} disabled={!onClick} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

function PaneBar({ profileId, actions, onClose, onPrevious, onNext, onWhole }: ProfileViewProps) {
  const { t } = useTranslation('profiles');
  const openWhole = (event: MouseEvent) => {
    if (!onWhole || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onWhole();
  };
  return (
    <div className={classes.bar}>
      <div className={classes.barSteps}>
        <Step label={`${t('previous')}  [`} onClick={onPrevious}>
          <IconChevronUp size={16} />
        </Step>
        <Step label={`${t('next')}  ]`} onClick={onNext}>
          <IconChevronDown size={16} />
        </Step>
      </div>
      <div className={classes.barActions}>{actions}</div>
      <div className={classes.barSteps}>
        <Tooltip label={t('openWhole')}>
          <ActionIcon component={Link} to={`/profiles/${profileId}`} aria-label={t('openWhole')} onClick={openWhole}>
            <IconArrowsMaximize size={16} />
          </ActionIcon>
        </Tooltip>
        {onClose && (
          <ActionIcon aria-label={t('close')} onClick={onClose}>
            <IconX size={16} />
          </ActionIcon>
        )}
      </div>
    </div>
  );
}

function Columns({ profile, profileId, first, sections, last, linkAction }: ProfileViewProps & { profile: Profile }) {
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
        {permissions.resumes && <Files profileId={profileId} name={profile.name} />}
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
  useOpenedEvent(profile?.doc_id);
  // ACC-021, RSLT-024: the company has reached its daily limit.
  if (query.error instanceof ApiError && query.error.code === 'limit_exceeded') return <Navigate to="/limit-exceeded" replace />;
  return (
    <article className={classes.view} data-variant={variant} aria-label={profile?.name ?? undefined} aria-busy={query.isPending}>
      {variant === 'pane' && <PaneBar {...props} />}
      <div className={classes.body}>
        {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.isPending && <ProfileSkeleton />}
        {profile && (
          <>
            <ProfileHead profile={profile} tags={<Tags profile={profile} />} />
            {variant === 'page' && props.actions && <div className={classes.pageActions}>{props.actions}</div>}
            <Columns {...props} profile={profile} />
          </>
        )}
      </div>
    </article>
  );
}

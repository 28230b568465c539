import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ProfileView } from '@headwater/contract/profiles';
import { formatMonthAfter } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { placeLine } from '#lib/place-line.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Avatar } from '#ui/Avatar.tsx';
import classes from './profile.module.css';
import { useDuration } from './use-duration.ts';

const flags = ['job_seeking', 'likely_to_respond', 'remote_ready', 'is_freelancer', 'hidden_star', 'recently_updated'] as const;

export function ProfileHead({ profile, tags }: { profile: ProfileView; tags?: ReactNode }) {
  const { t } = useTranslation('profiles');
  const [latest] = [...profile.current_positions, ...profile.previous_positions];
  const position = latest && [latest.title, latest.company].filter(Boolean).join(', ');
  const [place] = profile.locations;
  const duration = useDuration();
  const name = profile.name ?? t('hiddenName');
  const shown = flags.filter((flag) => profile[flag]);
  return (
    <header className={classes.head}>
      <Avatar name={name} src={profile.pictures[0]} size={56} />
      <div className={classes.headText}>
        <h2 className={classes.name}>{name}</h2>
        {profile.headline && profile.headline !== position && profile.headline !== latest?.title && (
          <p className={classes.now}>{profile.headline}</p>
        )}
        {latest && (
          <p className={classes.now}>
            {latest.end ? t('heldUntil', { position, date: formatMonthAfter(latest.end, currentLanguage()) }) : position}
          </p>
        )}
        <p className={classes.quiet}>
          {[
            profile.experience_months !== null && t('experienceTotal', { duration: duration(profile.experience_months) }),
            place && placeLine(place),
            profile.age !== null && t('age', { count: profile.age }),
            profile.name_latin !== profile.name && profile.name_latin,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {shown.length > 0 && (
          <div className={classes.flags}>
            {shown.map((flag) => (
              <Badge key={flag} variant="light" radius="sm" tt="none" fw={500}>
                {t(`flag.${flag}`)}
              </Badge>
            ))}
          </div>
        )}
        {tags}
      </div>
    </header>
  );
}

import { useState } from 'react';
import type { ProfileView } from '@headwater/contract/profiles';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { heldMonths } from '../model/duration.ts';
import { monthOrYear } from '../model/months.ts';
import { Origin, originOfField, useOriginWords, type WithOrigins } from './Origin.tsx';
import classes from './profile.module.css';
import { Section } from './Section.tsx';
import { useDuration } from './use-duration.ts';

type Position = ProfileView['current_positions'][number];
type Education = ProfileView['educations'][number];

function Job({ position, isMixed }: { position: Position; isMixed: boolean }) {
  const words = useOriginWords();
  const { t } = useTranslation('profiles');
  const duration = useDuration();
  const [today] = useState(() => new Date());
  const { start, end, is_current: isCurrent } = position;
  const period = [start && monthOrYear(start), end ? monthOrYear(end) : isCurrent && t('now')].filter(Boolean).join(' – ');
  const months = heldMonths(position, today);
  return (
    <li className={classes.job}>
      <span className={isCurrent ? `${classes.dot} ${classes.dotNow}` : classes.dot} aria-hidden />
      <div>
        <p className={classes.strong}>{position.title}</p>
        {position.company && <p className={classes.now}>{position.company}</p>}
        <p className={classes.quiet}>{[period, months && duration(months), position.location].filter(Boolean).join(' · ')}</p>
        {position.is_stale && position.origin && (
          <p className={classes.stale}>{t('stale', { date: formatDate(position.origin.on, currentLanguage()) })}</p>
        )}
        {isMixed && position.origin && <p className={classes.quiet}>{words(position.origin)}</p>}
        {position.description && <p className={classes.text}>{position.description}</p>}
      </div>
    </li>
  );
}

export function Career({ profile }: { profile: Pick<ProfileView, 'current_positions' | 'previous_positions' | 'experience_months'> }) {
  const { t } = useTranslation('profiles');
  const positions = [...profile.current_positions, ...profile.previous_positions];
  const duration = useDuration();
  if (positions.length === 0) return null;
  const { experience_months: months } = profile;
  const origins = new Set(positions.map(({ origin }) => JSON.stringify(origin)));
  const [only] = positions;
  return (
    <Section title={t('career')} count={positions.length} note={months ? t('totalExperience', { duration: duration(months) }) : undefined}>
      <ol className={classes.list}>
        {positions.map((position) => (
          <Job key={`${position.title}|${position.company}|${position.start}`} position={position} isMixed={origins.size > 1} />
        ))}
      </ol>
      {origins.size === 1 && only?.origin && <Origin origin={only.origin} />}
    </Section>
  );
}

const years = ({ start_year: start, end_year: end }: Education) => [start, end].filter(Boolean).join(' – ');

export function Educations({ profile }: { profile: Pick<ProfileView, 'educations'> & WithOrigins }) {
  const { t } = useTranslation('profiles');
  if (profile.educations.length === 0) return null;
  return (
    <Section title={t('education')} count={profile.educations.length}>
      <ul className={classes.list}>
        {profile.educations.map((education) => (
          <li key={`${education.institution}|${education.end_year}|${education.degree}`}>
            <p className={classes.strong}>{education.institution}</p>
            <p className={classes.quiet}>
              {[education.degree ?? (education.level && t(`level.${education.level}`)), education.field, years(education)]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      <Origin origin={originOfField(profile, 'educations')} />
    </Section>
  );
}

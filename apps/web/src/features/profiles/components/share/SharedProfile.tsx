import type { SharedProfile as Shared } from '@headwater/contract/profile-links';
import { formatDate, formatMonthAfter } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { languageName } from '#lib/names.ts';
import { placeLine } from '#lib/place-line.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Career, Educations } from '../Career.tsx';
import profile from '../profile.module.css';
import { Section } from '../Section.tsx';
import { Skills } from '../Skills.tsx';
import { useDuration } from '../use-duration.ts';
import classes from './share.module.css';

function Head({ person }: { person: Shared }) {
  const { t } = useTranslation('profiles');
  const duration = useDuration();
  const [latest] = [...person.current_positions, ...person.previous_positions];
  const position = latest && [latest.title, latest.company].filter(Boolean).join(', ');
  const [place] = person.locations;
  const name = person.name ?? t('hiddenName');
  const facts = [
    person.experience_months !== null && t('experienceTotal', { duration: duration(person.experience_months) }),
    place && placeLine(place),
  ];
  return (
    <header className={profile.head}>
      <Avatar name={name} size={56} />
      <div className={profile.headText}>
        <h1 className={profile.name}>{name}</h1>
        <p className={profile.now}>
          {latest?.end
            ? t('heldUntil', { position, date: formatMonthAfter(latest.end, currentLanguage()) })
            : (position ?? person.headline)}
        </p>
        <p className={profile.quiet}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
    </header>
  );
}

function Languages({ languages }: Pick<Shared, 'languages'>) {
  const { t } = useTranslation('profiles');
  if (languages.length === 0) return null;
  const line = ({ code, level }: Shared['languages'][number]) =>
    [languageName(code), level && t(`languageLevel.${level}` as 'languageLevel.basic')].filter(Boolean).join(' – ');
  return (
    <Section title={t('fact.languages')}>
      <p className={profile.about}>{languages.map(line).join(', ')}</p>
    </Section>
  );
}

type Sections = Omit<Shared, 'shared_by' | 'expires_at'>;

export function SharedSections({ person }: { person: Sections }) {
  return (
    <>
      {person.about && <p className={profile.about}>{person.about}</p>}
      <Career profile={person} />
      <Skills profile={person} />
      <Educations profile={person} />
      <Languages languages={person.languages} />
    </>
  );
}

/** PEDT-026, PEDT-027. */
export function SharedProfile({ person }: { person: Shared }) {
  const { t } = useTranslation('profiles');
  const { name, company } = person.shared_by;
  return (
    <article aria-label={person.name ?? undefined}>
      <Head person={person} />
      <p className={classes.note}>
        {t('share.by', { who: [name, company].filter(Boolean).join(', '), date: formatDate(person.expires_at, currentLanguage()) })}
      </p>
      <SharedSections person={person} />
    </article>
  );
}

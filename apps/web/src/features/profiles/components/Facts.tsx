import type { ReactNode } from 'react';
import type { ProfileView } from '@headwater/contract/profiles';
import { formatDate, formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { languageName } from '#lib/names.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Origin, originOfField, useOriginWords } from './Origin.tsx';
import classes from './profile.module.css';
import { Section } from './Section.tsx';
import { useDuration } from './use-duration.ts';

/** Facts that a change of the company sets; the others come with the profile. */
const fieldsOfFacts = {
  birthdate: 'birthdate_exact',
  industry: 'industry',
  salary: 'salary',
  languages: 'languages',
  courses: 'courses_and_certificates',
  interests: 'interests',
} as const;

function useFacts(profile: ProfileView): [string, string][] {
  const { t } = useTranslation('profiles');
  const language = currentLanguage();
  const duration = useDuration();
  const words = useOriginWords();
  const facts: [string, string | null | undefined | false][] = [
    [t('fact.experience'), profile.experience_months !== null && duration(profile.experience_months)],
    [t('fact.onLastPosition'), profile.months_on_last_position !== null && duration(profile.months_on_last_position)],
    [t('fact.age'), profile.age_protected ? t('ageProtected') : profile.age !== null && t('age', { count: profile.age })],
    [t('fact.birthdate'), profile.birthdate_exact && formatDate(profile.birthdate_exact, language)],
    [t('fact.industry'), profile.industry],
    [t('fact.salary'), profile.salary && `${formatNumber(profile.salary.amount, language)} ${profile.salary.currency}`],
    [
      t('fact.languages'),
      profile.languages
        .map(({ code, level }) =>
          [languageName(code), level && t(`languageLevel.${level}` as 'languageLevel.basic')].filter(Boolean).join(' – '),
        )
        .join(', '),
    ],
    [t('fact.courses'), profile.courses_and_certificates.map(({ name, year }) => [name, year].filter(Boolean).join(', ')).join('; ')],
    [t('fact.interests'), profile.interests.join(', ')],
    [t('fact.updated'), profile.updated_on && formatDate(profile.updated_on, language)],
  ];
  const changed = new Map(
    Object.entries(fieldsOfFacts).flatMap(([fact, field]) => {
      const origin = profile.origins.fields[field];
      return origin ? [[t(`fact.${fact as keyof typeof fieldsOfFacts}`), words(origin)] as const] : [];
    }),
  );
  return facts.flatMap(([name, value]): [string, string][] =>
    value ? [[name, [value, changed.get(name)].filter(Boolean).join(' · ')]] : [],
  );
}

export function Facts({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('profiles');
  const facts = useFacts(profile);
  if (facts.length === 0) return null;
  return (
    <Section title={t('facts')}>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Origin origin={profile.origins.profile} />
    </Section>
  );
}

/** PROF-038, PROF-058. */
export function Links({ profile, action }: { profile: ProfileView; action?: ((url: string) => ReactNode) | undefined }) {
  const { t } = useTranslation('profiles');
  if (profile.display_links.length === 0) return null;
  return (
    <Section title={t('links')} count={profile.display_links.length}>
      <ul className={classes.list} style={{ gap: 8 }}>
        {profile.display_links.map((link) => (
          <li key={link.url} className={classes.quiet}>
            <a href={/^https?:/.test(link.url) ? link.url : `http://${link.url}`} target="_blank" rel="noreferrer noopener">
              {link.label}
            </a>{' '}
            {action?.(link.url)}
          </li>
        ))}
      </ul>
      <Origin origin={originOfField(profile, 'links')} />
    </Section>
  );
}

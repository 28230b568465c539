import type { FoundProfile } from '@headwater/contract/search';
import { formatMonthAfter } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { placeLine } from '#lib/place-line.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { dayOf, useExperience } from '../ExperienceSummary.tsx';
import classes from './preview.module.css';

const date = (month: string) => ({ date: formatMonthAfter(month, currentLanguage()) });

/** Uses only the loaded list: opening a profile counts against the limit. */
export function Preview({ profile }: { profile: FoundProfile }) {
  const { t } = useTranslation('search');
  const name = profile.name ?? profile.nick ?? t('nameless');
  const facts = [profile.since && t('since', date(profile.since)), profile.until && t('until', date(profile.until)), placeLine(profile)];
  return (
    <>
      <div className={classes.head}>
        <Avatar name={name} src={profile.picture} size={40} />
        <div className={classes.who}>
          <p className={classes.name}>{name}</p>
          <p className={classes.line}>{[profile.title ?? profile.headline, profile.company].filter(Boolean).join(', ')}</p>
          <p className={classes.quiet}>{facts.filter(Boolean).join(' · ')}</p>
        </div>
      </div>
      <Facts profile={profile} />
      <Skills profile={profile} />
    </>
  );
}

function Facts({ profile }: { profile: FoundProfile }) {
  const { t } = useTranslation('search');
  const experience = useExperience();
  const { education, past_companies: companies, comments, folders, updated_on: updated } = profile;
  const [comment] = comments;
  const rows = [
    ['experience', experience(profile.experience_months)],
    ['before', companies.join(', ')],
    ['education', education && [education.institution, education.year].filter(Boolean).join(', ')],
    ['vacancies', folders.map((folder) => [folder.name, folder.status].filter(Boolean).join(' — ')).join('; ')],
    ['comment', comment && `${comment.user_name}: ${comment.text}`],
    ['updated', updated && dayOf(updated)],
  ] as const;
  return (
    <dl className={classes.facts}>
      {rows.map(
        ([key, value]) =>
          value && (
            <div key={key} className={classes.fact}>
              <dt>{t(`preview.${key}`)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Skills({ profile: { skills, skills_count: count } }: { profile: FoundProfile }) {
  const { t } = useTranslation('search');
  if (skills.length === 0) return null;
  return (
    <ul className={classes.skills}>
      {skills.map((skill) => (
        <li key={skill.name} className={classes.skill} data-matched={skill.matched || undefined}>
          {skill.name}
        </li>
      ))}
      {count > skills.length && <li className={classes.more}>{t('moreSkills', { count: count - skills.length })}</li>}
    </ul>
  );
}

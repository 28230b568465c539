import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#lib/use-translation.ts';
import { recommendedQuery } from './api.ts';
import { PersonLine } from './PersonLine.tsx';
import { AllOfThem } from './SimilarPeople.tsx';
import classes from './alike.module.css';

export function Recommended() {
  const { t } = useTranslation('alike');
  const { data } = useQuery(recommendedQuery);
  if (!data || data.total === 0) return null;
  return (
    <section className={`${classes.section} ${classes.recommended}`} aria-labelledby="recommended-people">
      <h3 id="recommended-people" className={classes.title}>
        {t('recommended')}
      </h3>
      <p className={classes.hint}>{t('recommendedText')}</p>
      <ul className={classes.people}>
        {data.profiles.map((profile) => (
          <PersonLine key={profile.id} profile={profile} />
        ))}
      </ul>
      <AllOfThem query={data.query} total={data.query_total} />
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#lib/use-translation.ts';
import { HighlightedText } from '../components/results/HighlightedText.tsx';
import { hintsQuery } from './api.ts';
import classes from './alike.module.css';

/** RSLT-015. */
export function WhyFound({ profileId, queryId }: { profileId: number; queryId: number }) {
  const { t } = useTranslation('alike');
  const { data } = useQuery(hintsQuery(profileId, queryId));
  if (!data || data.excerpts.length === 0) return null;
  return (
    <section className={`${classes.section} ${classes.part}`} aria-label={t('why')}>
      <h3 className={classes.title}>{t('why')}</h3>
      <ul className={classes.why}>
        {data.excerpts.map((excerpt, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- excerpts are in the order of the profile
          <li key={index}>
            <span className={classes.whyWhere}>{t(`where.${excerpt.where}`)}</span>
            <HighlightedText {...excerpt} />
          </li>
        ))}
      </ul>
    </section>
  );
}

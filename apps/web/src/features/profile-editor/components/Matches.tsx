import { Anchor } from '@mantine/core';
import type { ProfileMatch } from '@headwater/contract/profile-creation';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './editor.module.css';

const lineOf = ({ title, company, city }: ProfileMatch) => [[title, company].filter(Boolean).join(', '), city].filter(Boolean).join(' · ');

/** Links open a new tab, so that the form keeps its input. */
export function MatchList({ matches }: { matches: readonly ProfileMatch[] }) {
  const { t } = useTranslation('profile-editor');
  return (
    <ul className={classes.list}>
      {matches.map((match) => (
        <li key={match.id} className={classes.entry}>
          <Anchor href={`/profiles/${match.id}`} target="_blank" rel="noopener" size="sm">
            {match.name ?? t('hiddenName')}
          </Anchor>
          <div className={classes.quiet}>{lineOf(match)}</div>
          {match.same.map(({ type, value }) => (
            <div key={`${type} ${value}`} className={classes.quiet}>
              {t(`same.${type}`)}: {value}
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** Matches beside the form, and why some contacts were not compared. */
export function Matches({ matches, notice }: { matches: readonly ProfileMatch[]; notice: string | null | undefined }) {
  const { t } = useTranslation('profile-editor');
  return (
    <div aria-live="polite">
      {matches.length > 0 && (
        <section className={classes.box} aria-label={t('matches')}>
          <h2 className={classes.boxTitle}>{t('matches')}</h2>
          <MatchList matches={matches} />
        </section>
      )}
      {notice && <p className={classes.quiet}>{notice}</p>}
    </div>
  );
}

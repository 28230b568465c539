import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '#lib/use-translation.ts';
import { duplicatesOfQuery } from '../api/duplicates.ts';
import classes from './duplicates.module.css';
import { Reasons } from './Reasons.tsx';
import { useDismiss } from './use-dismiss.ts';

export function PossibleDuplicates({ profileId }: { profileId: number }) {
  const { t } = useTranslation('duplicates');
  const { data } = useQuery(duplicatesOfQuery(profileId));
  const { dismiss } = useDismiss();
  if (!data || data.duplicates.length === 0) return null;
  return (
    <section className={classes.possible} aria-label={t('possible')}>
      <h3 className={classes.possibleTitle}>{t('possible')}</h3>
      {data.duplicates.map(({ id, name, reasons }) => (
        <div key={id} className={classes.possibleOne}>
          <Link to="/profiles/$profileId" params={{ profileId: String(id) }}>
            {name ?? t('hiddenName')}
          </Link>
          <Reasons reasons={reasons} />
          <div className={classes.buttons}>
            <Button size="compact-xs" variant="default" component="a" href={`/profiles/${profileId}/edit?merge=${id}`}>
              {t('merge')}
            </Button>
            <Button size="compact-xs" variant="subtle" onClick={() => void dismiss({ id: profileId, otherId: id })}>
              {t('dismiss')}
            </Button>
          </div>
        </div>
      ))}
    </section>
  );
}

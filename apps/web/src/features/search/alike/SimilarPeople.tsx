import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { parseSearch } from '#lib/search-string.ts';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonList } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { similarQuery } from './api.ts';
import { PersonLine } from './PersonLine.tsx';
import classes from './alike.module.css';

/** Similar people, loaded when the section is expanded. Needs the texts of `alike`. */
export function SimilarPeople({ profileId }: { profileId: number }) {
  const { t } = useTranslation('alike');
  const [opened, setOpened] = useState(false);
  const bodyId = useId();
  return (
    <section className={`${classes.section} ${classes.part}`} aria-label={t('similar')}>
      <h3 className={classes.heading}>
        <UnstyledButton
          className={classes.head}
          aria-expanded={opened}
          aria-controls={opened ? bodyId : undefined}
          onClick={() => setOpened(!opened)}
        >
          <IconChevronRight size={14} aria-hidden className={classes.chevron} data-open={opened || undefined} />
          {t('similar')}
        </UnstyledButton>
      </h3>
      {opened && (
        <div id={bodyId} className={classes.section}>
          <Found profileId={profileId} />
        </div>
      )}
    </section>
  );
}

function Found({ profileId }: { profileId: number }) {
  const { t } = useTranslation('alike');
  const { data, error, refetch } = useQuery(similarQuery(profileId));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonList rows={4} rowHeight={48} />;
  if (data.total === 0) return <p className={classes.hint}>{t('noneSimilar')}</p>;
  return (
    <>
      <p className={classes.hint}>{t('similarText')}</p>
      <ul className={classes.people}>
        {data.profiles.map((profile) => (
          <PersonLine key={profile.id} profile={profile} />
        ))}
      </ul>
      <AllOfThem query={data.query} total={data.query_total} />
    </>
  );
}

export function AllOfThem({ query, total }: { query: string; total: number }) {
  const { t } = useTranslation('alike');
  const address = `q=${encodeURIComponent(query)}`;
  return (
    <Link to="/profiles" search={parseSearch(address)} className={classes.all}>
      {t('showAll', { count: total, shown: formatNumber(total, currentLanguage()) })}
    </Link>
  );
}

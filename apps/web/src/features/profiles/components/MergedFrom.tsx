import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MergedProfile } from '@headwater/contract/profile-merges';
import { useTranslation } from '#lib/use-translation.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { mergedProfilesQuery, useDetach } from '../api/merges.ts';
import classes from './profile.module.css';
import { Section } from './Section.tsx';

const lineOf = ({ title, company, city }: MergedProfile) => [[title, company].filter(Boolean).join(', '), city].filter(Boolean).join(' · ');

export function useDetachWithNotice() {
  const { t } = useTranslation('profiles');
  const detach = useDetach();
  return (profileId: number) =>
    void detach(profileId).then(() => showSnackbar({ message: t('merges.detached'), tone: 'success' }), showError);
}

/** PROF-032. */
export function MergedFrom({ profileId, mayDetach }: { profileId: number; mayDetach: boolean }) {
  const { t } = useTranslation('profiles');
  const { data } = useQuery(mergedProfilesQuery(profileId));
  const detach = useDetachWithNotice();
  if (!data || data.profiles.length === 0) return null;
  return (
    <Section title={t('merges.title')} count={data.profiles.length}>
      <ul className={classes.list}>
        {data.profiles.map((one) => (
          <li key={one.id}>
            <p className={classes.strong}>{one.name ?? t('hiddenName')}</p>
            <p className={classes.quiet}>{lineOf(one)}</p>
            <p className={classes.quiet}>
              {one.merged_by?.name ? t('merges.by', { name: one.merged_by.name }) : t('merges.merged')}{' '}
              <RelativeTime value={one.merged_at} />
              {mayDetach && one.merged_into === profileId && (
                <>
                  {' · '}
                  <Anchor component="button" type="button" size="xs" onClick={() => detach(one.id)}>
                    {t('merges.detach')}
                  </Anchor>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

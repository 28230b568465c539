import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { shortlistsOfProfileQuery, useShortlistActions } from '../api/shortlists.ts';
import { ReviewForm } from './ReviewForm.tsx';
import { Reviews } from './Reviews.tsx';
import classes from './shortlists.module.css';

/** Short lists with the person. Absent without one. */
export function ProfileShortlists({ profileId }: { profileId: number }) {
  const { t } = useTranslation('shortlists');
  const entries = useQuery(shortlistsOfProfileQuery(profileId)).data?.candidates ?? [];
  const { review } = useShortlistActions();
  const isClosed = mayAccess('edit_vacancies', asActor(useCurrentUser()));
  if (entries.length === 0) return null;
  return (
    <section className={classes.section} aria-label={t('title')}>
      <h3 className={classes.title}>{t('title')}</h3>
      <ul className={classes.plain}>
        {entries.map((entry) => {
          const name = entry.profile.name ?? t('hiddenName');
          return (
            <li key={entry.id}>
              <Link to="/folders/$folderId/shortlist" params={{ folderId: String(entry.folder.id) }} className={classes.name}>
                {entry.folder.name}
              </Link>
              <Reviews reviews={entry.reviews} name={name} />
              <ReviewForm
                name={name}
                isClosed={isClosed}
                own={entry.reviews.find((each) => each.is_own) ?? null}
                onReview={(given) => review(entry.id, given)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

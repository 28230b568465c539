import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReviewView } from '@headwater/contract/shortlists';
import type { ReviewDecision } from '@headwater/domain/vacancies/shortlists';
import { useTranslation } from '#lib/use-translation.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import classes from './shortlists.module.css';

export function Decision({ decision }: { decision: ReviewDecision }) {
  const { t } = useTranslation('shortlists');
  const Icon = decision === 'approved' ? IconCheck : IconX;
  return (
    <span className={classes.decision} data-decision={decision}>
      <Icon size={14} stroke={2} aria-hidden />
      {t(decision)}
    </span>
  );
}

export function Reviews({ reviews, name }: { reviews: readonly ReviewView[]; name: string }) {
  const { t } = useTranslation('shortlists');
  if (reviews.length === 0) return <p className={`${classes.quiet} ${classes.waiting}`}>{t('waiting')}</p>;
  return (
    <ul className={classes.reviews} aria-label={`${t('reviews')}: ${name}`}>
      {reviews.map((review) => (
        <li key={review.id}>
          <div className={classes.reviewHead}>
            <Decision decision={review.decision} />
            <span>{review.is_own ? t('you') : review.is_by_link ? t('byLink', { name: review.reviewer }) : review.reviewer}</span>
            <span className={classes.quiet}>
              <RelativeTime value={review.reviewed_at} />
            </span>
          </div>
          {review.comment && <p className={classes.reviewText}>{review.comment}</p>}
        </li>
      ))}
    </ul>
  );
}

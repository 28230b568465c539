import { Button, Group, Textarea } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReviewDecision } from '@headwater/domain/vacancies/shortlists';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import type { GivenReview } from '../api/shortlists.ts';
import { Decision } from './Reviews.tsx';
import classes from './shortlists.module.css';

interface ReviewFormProps {
  name: string;
  own: GivenReview | null;
  /** Opens by a button, for recruiters who asked others for a review. */
  isClosed?: boolean;
  /** Show the given review beside the way to change it. */
  showsOwn?: boolean;
  onReview: (review: GivenReview) => Promise<void>;
}

function Given({ own }: { own: GivenReview }) {
  return (
    <div>
      <Decision decision={own.decision} />
      {own.comment && <p className={classes.reviewText}>{own.comment}</p>}
    </div>
  );
}

/** PPL-003 */
export function ReviewForm({ name, own, isClosed = false, showsOwn, onReview }: ReviewFormProps) {
  const { t } = useTranslation('shortlists');
  const [open, setOpen] = useState(false);
  const [comment, setComment] = useState(own?.comment ?? '');
  const [sending, setSending] = useState<ReviewDecision>();
  const label = t(own ? 'change' : 'addReview');
  const send = async (decision: ReviewDecision) => {
    setSending(decision);
    try {
      await onReview({ decision, comment: comment.trim() });
      setOpen(false);
      showSnackbar({ message: t('saved'), tone: 'success' });
    } catch (error) {
      showError(error);
    }
    setSending(undefined);
  };
  if ((own ?? isClosed) && !open) {
    return (
      <div className={classes.form}>
        {showsOwn && own && <Given own={own} />}
        <Button variant="subtle" size="compact-sm" ml={-8} onClick={() => setOpen(true)} aria-label={`${label}: ${name}`}>
          {label}
        </Button>
      </div>
    );
  }
  return (
    <fieldset className={classes.fieldset} aria-label={t('reviewOf', { name })}>
      <Textarea
        label={t('comment')}
        placeholder={t('commentHint')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={5000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button
          variant="filled"
          leftSection={<IconCheck size={16} />}
          loading={sending === 'approved'}
          disabled={sending === 'rejected'}
          onClick={() => void send('approved')}
        >
          {t('approve')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconX size={16} />}
          loading={sending === 'rejected'}
          disabled={sending === 'approved'}
          onClick={() => void send('rejected')}
        >
          {t('reject')}
        </Button>
        {(own ?? isClosed) && (
          <Button variant="subtle" onClick={() => setOpen(false)}>
            {t('cancel')}
          </Button>
        )}
      </Group>
    </fieldset>
  );
}

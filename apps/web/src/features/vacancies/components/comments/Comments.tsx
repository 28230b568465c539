import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { isHiringManagerLike } from '@headwater/domain/roles';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import { commentsQuery, useCommentActions } from '../../api/comments.ts';
import { Comment } from './Comment.tsx';
import { CommentForm } from './CommentForm.tsx';
import classes from './Comments.module.css';

interface CommentsProps {
  profileId: number;
  candidate?: { id: number; folder: string } | undefined;
}

/** CTP-002 to CTP-005. */
export function Comments(props: CommentsProps) {
  const { permissions } = useCurrentUser();
  return permissions.comments ? <Readable {...props} /> : null;
}

function Readable({ profileId, candidate }: CommentsProps) {
  const { t } = useTranslation('vacancies');
  const actor = asActor(useCurrentUser());
  const query = useInfiniteQuery(commentsQuery(profileId));
  const { add } = useCommentActions();
  const field = useRef<HTMLTextAreaElement>(null);
  // ROLE-051: a hiring manager comments only on candidates.
  const mayWrite = candidate !== undefined || !isHiringManagerLike(actor);
  const shortcuts = useMemo(
    () => [
      {
        keys: 'c',
        label: t('comment.label'),
        group: t('comments'),
        act: (event: KeyboardEvent) => {
          // Keeps the shortcut's character out of the field.
          event.preventDefault();
          field.current?.focus();
        },
        disabled: !mayWrite,
      },
    ],
    [t, mayWrite],
  );
  useShortcuts(shortcuts);
  if (query.isError) return null;
  const pages = query.data?.pages ?? [];
  const count = pages[0]?.count ?? 0;
  return (
    <section className={classes.section} aria-label={t('comments')}>
      <h3 className={classes.title}>
        {t('comments')}
        {count > 0 && <span className={classes.count}>{count}</span>}
      </h3>
      {mayWrite && (
        <CommentForm
          label={t('comment.label')}
          submitLabel={t('comment.add')}
          note={candidate && t('comment.inVacancy', { name: candidate.folder })}
          place={{ profileId, candidateId: candidate?.id }}
          field={field}
          submit={(text) => add({ profileId, candidateId: candidate?.id, text })}
        />
      )}
      {query.isPending && <SkeletonText lines={2} />}
      <ul className={classes.list}>
        {pages.flatMap(({ comments }) => comments.map((comment) => <Comment key={comment.id} comment={comment} profileId={profileId} />))}
      </ul>
      {query.hasNextPage && (
        <Button size="compact-xs" variant="subtle" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('comment.earlier')}
        </Button>
      )}
    </section>
  );
}

import type { CommentView } from '@headwater/contract/comments';
import classes from './Mentions.module.css';

export function Words({ comment: { text, mentions } }: { comment: CommentView }) {
  return (
    <>
      {mentions.map(({ start, end, is_own: isOwn }, index) => (
        <span key={start}>
          {text.slice(mentions[index - 1]?.end ?? 0, start)}
          <span className={classes.mention} data-own={isOwn || undefined}>
            {text.slice(start, end)}
          </span>
        </span>
      ))}
      {text.slice(mentions.at(-1)?.end ?? 0)}
    </>
  );
}

import type { Excerpt } from '@headwater/contract/search';
import classes from './row.module.css';

export function HighlightedText({ text, marks }: Pick<Excerpt, 'text' | 'marks'>) {
  return (
    <>
      {marks.map(([start, end], index) => (
        <span key={start}>
          {text.slice(index === 0 ? 0 : marks[index - 1]?.[1], start)}
          <mark className={classes.mark}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}

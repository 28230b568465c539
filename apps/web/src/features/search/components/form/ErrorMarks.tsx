import type { QueryError } from '@headwater/domain/query/errors';
import classes from './boolean.module.css';

interface ErrorMarksProps {
  text: string;
  errors: readonly QueryError[];
  scroll: number;
}

/** Invisible copy of the text that underlines the characters with errors. */
export function ErrorMarks({ text, errors, scroll }: ErrorMarksProps) {
  const places = [...new Set(errors.map((error) => Math.min(error.position, text.length)))].toSorted((left, right) => left - right);
  return (
    <div className={classes.marks} aria-hidden>
      <div style={{ transform: `translateY(${-scroll}px)` }}>
        {places.map((place, index) => (
          <span key={place}>
            {text.slice(index === 0 ? 0 : (places[index - 1] ?? 0) + 1, place)}
            <span className={classes.mark}>{text[place] ?? ' '}</span>
          </span>
        ))}
        {text.slice((places.at(-1) ?? -1) + 1)}
      </div>
    </div>
  );
}

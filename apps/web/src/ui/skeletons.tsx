/**
 * Grey layout while data loads; use instead of a spinner. Each says 'Loading' once to screen
 * readers; `data-skeleton` marks SkeletonText for style sheets.
 *   <SkeletonTable rows={12} columns={5} />  <SkeletonList rows={8} />  <SkeletonForm fields={4} />  <SkeletonText lines={3} />
 */
import { useTranslation } from '#lib/use-translation.ts';
import classes from './skeletons.module.css';

/** Widths in per cent that resemble words; deterministic, so that they do not flicker. */
const widthOf = (row: number, column: number) => 40 + ((row * 37 + column * 53) % 50);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

function Loading() {
  const { t } = useTranslation('ui');
  return <output className="hw-visually-hidden">{t('loading')}</output>;
}

const Bar = ({ width, height = 10 }: { width: string; height?: number }) => <span className={classes.bar} style={{ width, height }} />;

export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <div className={classes.text} data-skeleton>
      <Loading />
      {numbers(lines).map((line) => (
        <Bar key={line} width={`${widthOf(line, 1)}%`} />
      ))}
    </div>
  );
}

export function SkeletonTable({ rows = 10, columns = 5, rowHeight = 40 }: { rows?: number; columns?: number; rowHeight?: number }) {
  return (
    <div>
      <Loading />
      {numbers(rows).map((row) => (
        <div
          key={row}
          className={classes.row}
          style={{ height: rowHeight, gridTemplateColumns: `2fr repeat(${columns - 1}, 1fr)` }}
          aria-hidden
        >
          {numbers(columns).map((column) => (
            <Bar key={column} width={`${widthOf(row, column)}%`} />
          ))}
        </div>
      ))}
    </div>
  );
}

export function SkeletonList({ rows = 8, rowHeight = 64, lines = 2 }: { rows?: number; rowHeight?: number; lines?: number }) {
  return (
    <div>
      <Loading />
      {numbers(rows).map((row) => (
        <div key={row} className={classes.item} style={{ height: rowHeight }} data-card={lines > 2 || undefined} aria-hidden>
          <span className={classes.circle} />
          <span className={classes.lines}>
            <Bar width={`${widthOf(row, 0) / 2}%`} />
            {numbers(lines - 1).map((line) => (
              <Bar key={line} width={`${widthOf(row, line + 1)}%`} height={8} />
            ))}
          </span>
        </div>
      ))}
    </div>
  );
}

export function SkeletonForm({ fields = 4 }: { fields?: number }) {
  return (
    <div className={classes.form}>
      <Loading />
      {numbers(fields).map((field) => (
        <div key={field} className={classes.field} aria-hidden>
          <Bar width="96px" />
          <Bar width="100%" height={36} />
        </div>
      ))}
    </div>
  );
}

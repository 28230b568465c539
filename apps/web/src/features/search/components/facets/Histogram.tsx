import classes from './facets.module.css';

interface HistogramProps {
  bars: readonly number[] | undefined;
  from: number;
  to: number;
}

/** Distribution behind a slider. Decorative: the results contain the numbers. */
export function Histogram({ bars = [], from, to }: HistogramProps) {
  const highest = Math.max(1, ...bars);
  return (
    <div className={classes.histogram} aria-hidden>
      {bars.map((bar, step) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- the position identifies a bar
          key={step}
          className={classes.bar}
          data-lit={(step >= from && step < to) || undefined}
          style={{ height: `${bar === 0 ? 0 : Math.max(4, (bar / highest) * 100)}%` }}
        />
      ))}
    </div>
  );
}

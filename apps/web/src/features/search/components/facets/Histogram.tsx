import classes from './facets.module.css';

interface HistogramProps {
  /** Undefined while they are counted: the room is kept. */
  bars: readonly number[] | undefined;
  /** Steps of the slider between which bars are lit. */
  from: number;
  to: number;
}

/** The spread behind a slider. Decorative: the numbers are in the results. */
export function Histogram({ bars = [], from, to }: HistogramProps) {
  const highest = Math.max(1, ...bars);
  return (
    <div className={classes.histogram} aria-hidden>
      {bars.map((bar, step) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- a bar is its place
          key={step}
          className={classes.bar}
          data-lit={(step >= from && step < to) || undefined}
          style={{ height: `${bar === 0 ? 0 : Math.max(4, (bar / highest) * 100)}%` }}
        />
      ))}
    </div>
  );
}

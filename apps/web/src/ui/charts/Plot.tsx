import type { Ref } from 'react';
import { type Category, type ChartKind, highestOf, type Series } from './chart.ts';
import { cut, labelStride, ticksOf } from './scale.ts';
import classes from './charts.module.css';

/** `color`: index of the colour, which hidden series keep. */
export type ShownSeries = Series & { color: number };

interface PlotProps {
  ref: Ref<SVGSVGElement>;
  kind: ChartKind;
  categories: readonly Category[];
  series: readonly ShownSeries[];
  width: number;
  active: number | undefined;
  format: (value: number) => string;
  smallest: number;
}

const height = 240;
const top = 12;
const bottom = 28;
const right = 8;
const letterWidth = 6.6;
const widestBar = 48;
const longestDate = 12;

function axisRoom(labels: readonly string[]): number {
  return Math.max(...labels.map((label) => label.length)) * 7.5 + 12;
}

export function layoutOf({ kind, categories, series, width, format, smallest }: Omit<PlotProps, 'ref' | 'active'>) {
  const ticks = ticksOf(highestOf(kind, series), { smallest });
  const left = axisRoom(ticks.map(format));
  const band = (width - left - right) / Math.max(1, categories.length);
  const most = ticks.at(-1) ?? 1;
  return {
    ticks,
    left,
    band,
    middle: (at: number) => left + band * (at + 0.5),
    y: (value: number) => top + (height - top - bottom) * (1 - value / most),
  };
}
type Layout = ReturnType<typeof layoutOf>;

interface MarkProps {
  layout: Layout;
  series: readonly ShownSeries[];
}

function Bars({ layout: { band, middle, y }, series, isStacked }: MarkProps & { isStacked: boolean }) {
  const group = Math.min(band * (band > 4 ? 0.76 : 1), widestBar * (isStacked ? 1 : series.length));
  const width = isStacked ? group : group / series.length;
  const bars = series.flatMap(({ key, color, values }, index) =>
    values.map((value, at) => {
      const below = isStacked ? series.slice(0, index).reduce((sum, one) => sum + (one.values[at] ?? 0), 0) : 0;
      const [from, to] = [y(below), y(below + (value ?? 0))];
      const x = middle(at) - group / 2 + (isStacked ? 0 : width * index);
      return { id: `${key} ${at}`, color, x, y: to, height: from - to };
    }),
  );
  return bars
    .filter((bar) => bar.height > 0)
    .map(({ id, color, ...place }) => (
      <rect
        key={id}
        {...place}
        width={Math.max(0.5, width)}
        className={classes.bar}
        data-color={color}
        data-split={band > 8 || undefined}
      />
    ));
}

/** Gaps split a line; a point without neighbours is a dot. */
function Lines({ layout: { middle, y }, series, dots }: MarkProps & { dots: boolean }) {
  return series.map(({ key, color, values }) => {
    const isStart = (at: number) => values[at - 1] === null || values[at - 1] === undefined;
    const path = values.map((value, at) => (value === null ? '' : `${isStart(at) ? 'M' : 'L'}${middle(at)} ${y(value)}`)).join('');
    const isAlone = (at: number) => isStart(at) && (values[at + 1] === null || values[at + 1] === undefined);
    return (
      <g key={key} data-color={color}>
        <path d={path} className={classes.line} data-color={color} />
        {values.map(
          (value, at) =>
            value !== null &&
            (dots || isAlone(at)) && (
              // oxlint-disable-next-line react/no-array-index-key -- the position identifies a point
              <circle key={at} cx={middle(at)} cy={y(value)} r={3} className={classes.dot} data-color={color} />
            ),
        )}
      </g>
    );
  });
}

export function Plot({ ref, active, ...props }: PlotProps) {
  const { kind, categories, series, width, format } = props;
  const layout = layoutOf(props);
  const { ticks, left, band, middle, y } = layout;
  const longest = Math.max(0, ...categories.map(({ label }) => label.length));
  // Names are cut if there is room for a few characters; dates are skipped instead.
  const letters = longest > longestDate && band >= 48 ? Math.min(longest, Math.floor((band - 16) / letterWidth)) : longest;
  const widest = letters * letterWidth;
  const stride = labelStride(categories.length, { room: width - left - right, width: widest + 16 });
  const inside = (x: number) => Math.min(Math.max(x, widest / 2), width - widest / 2);
  return (
    <svg ref={ref} className={classes.plot} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden focusable="false">
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={width - right} y1={y(tick)} y2={y(tick)} className={classes.grid} data-zero={tick === 0 || undefined} />
          <text x={left - 8} y={y(tick)} className={classes.label} textAnchor="end" dominantBaseline="central">
            {format(tick)}
          </text>
        </g>
      ))}
      {active !== undefined && (
        <rect x={middle(active) - band / 2} y={top} width={band} height={height - top - bottom} className={classes.active} />
      )}
      {kind === 'lines' ? (
        <Lines layout={layout} series={series} dots={band > 12} />
      ) : (
        <Bars layout={layout} series={series} isStacked={kind === 'stacked'} />
      )}
      {categories.map(
        ({ label, name }, at) =>
          at % stride === 0 && (
            <text key={name} x={inside(middle(at))} y={height - 8} className={classes.label} textAnchor="middle">
              {cut(label, letters)}
            </text>
          ),
      )}
    </svg>
  );
}

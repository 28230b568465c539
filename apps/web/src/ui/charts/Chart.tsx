import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import { formatNumber } from '#lib/format.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useWidth } from '../table/fit.ts';
import type { Category, ChartKind, Series } from './chart.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { layoutOf, Plot, type ShownSeries } from './Plot.tsx';
import classes from './charts.module.css';

interface ChartProps {
  title: string;
  kind: ChartKind;
  /** Head of the first column of the table: 'Day'. */
  categoryTitle: string;
  categories: readonly Category[];
  /** At most six. */
  series: readonly Series[];
  /** Values are counts without it. */
  format?: ((value: number) => string) | undefined;
  empty?: string;
  /** After a series was hidden or shown. */
  onToggle?: (isShown: boolean) => void;
}

const Swatch = ({ color, isDashed }: { color: number; isDashed: boolean }) => (
  <svg width="18" height="10" aria-hidden focusable="false">
    <path d="M0 5H18" className={classes.swatch} data-color={color} data-dashed={isDashed || undefined} />
  </svg>
);

interface LegendProps {
  isDashed: boolean;
  series: readonly ShownSeries[];
  hidden: ReadonlySet<string>;
  onToggle(key: string): void;
}

function Legend({ isDashed, series, hidden, onToggle }: LegendProps) {
  const { t } = useTranslation('charts');
  return (
    <ul className={classes.legend} aria-label={t('legend')}>
      {series.map(({ key, name, color }) => (
        <li key={key}>
          <button type="button" className={classes.entry} aria-pressed={!hidden.has(key)} onClick={() => onToggle(key)}>
            <Swatch color={color} isDashed={isDashed} />
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface CanvasProps extends Pick<ChartProps, 'title' | 'kind' | 'categories'> {
  svg: RefObject<SVGSVGElement | null>;
  series: readonly ShownSeries[];
  format: (value: number) => string;
  smallest: number;
}

/** The pointer or the arrow keys choose the category that the tooltip describes. */
function Canvas({ svg, title, ...plot }: CanvasProps) {
  const { t } = useTranslation('charts');
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  const [active, setActive] = useState<number>();
  const width = useWidth(place) || 640;
  const { kind, categories, series, format } = plot;
  const isDashed = kind === 'lines';
  const last = categories.length - 1;
  const chosen = active === undefined ? undefined : Math.min(active, last);
  const { left, band, middle } = layoutOf({ ...plot, width });
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    const at = Math.floor((clientX - currentTarget.getBoundingClientRect().left - left) / band);
    setActive(at < 0 || at > last ? undefined : at);
  };
  const at = chosen ?? 0;
  const worded = series.map(({ key, name, color, values }) => {
    const value = values[at] ?? null;
    return { key, name, color, value: value === null ? t('noValue') : format(value) };
  });
  return (
    <div
      ref={setPlace}
      className={classes.canvas}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => setActive(undefined)}
    >
      <input
        type="range"
        className="hw-visually-hidden"
        min={0}
        max={last}
        value={at}
        aria-label={t('values', { title })}
        aria-valuetext={[categories[at]?.name, ...worded.map(({ name, value }) => `${name}: ${value}`)].join(', ')}
        onChange={({ currentTarget }) => setActive(Number(currentTarget.value))}
        onFocus={() => setActive(at)}
        onBlur={() => setActive(undefined)}
        onKeyDown={({ key }) => key === 'Escape' && setActive(undefined)}
      />
      <Plot ref={svg} {...plot} width={width} active={chosen} />
      {chosen !== undefined && (
        <div className={classes.tip} style={middle(at) < width / 2 ? { left: middle(at) + 12 } : { right: width - middle(at) + 12 }}>
          <div className={classes.tipName}>{categories[at]?.name}</div>
          {worded.map(({ key, name, color, value }) => (
            <div key={key} className={classes.tipRow}>
              <Swatch color={color} isDashed={isDashed} />
              <span>{name}</span>
              <span className={classes.tipValue}>{value}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/**
 * Bars or lines with axes, legend, tooltip, a table for screen readers, PNG and CSV.
 *   <Chart title={t('sent')} kind="stacked" categoryTitle={t('day')} categories={dateCategories(days, language)}
 *     series={[{ key: 'email', name: t('email'), values }]} />
 */
export function Chart({ title, kind, categoryTitle, categories, series, format, empty, onToggle }: ChartProps) {
  const { t, language } = useTranslation('charts');
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const svg = useRef<SVGSVGElement>(null);
  const show = format ?? ((value: number) => formatNumber(value, language));
  const colored = series.map((one, color) => ({ ...one, color }));
  const shown = colored.filter(({ key }) => !hidden.has(key));
  const toggle = (key: string) => {
    setHidden(hidden.has(key) ? new Set([...hidden].filter((one) => one !== key)) : new Set([...hidden, key]));
    onToggle?.(hidden.has(key));
  };
  const word = (value: number | null | undefined) => (value === null || value === undefined ? t('noValue') : show(value));
  const table = {
    head: [categoryTitle, ...series.map(({ name }) => name)],
    rows: categories.map(({ name }, at) => [name, ...series.map(({ values }) => word(values[at]))]),
    values: categories.map(({ name }, at) => [name, ...series.map(({ values }) => values[at] ?? null)]),
  };
  return (
    <ChartFrame
      title={title}
      table={table}
      svg={svg}
      names={series.length > 1 ? shown : []}
      legend={series.length > 1 && <Legend isDashed={kind === 'lines'} series={colored} hidden={hidden} onToggle={toggle} />}
      isEmpty={categories.length === 0 || series.every(({ values }) => values.every((value) => value === null))}
      empty={empty}
    >
      {shown.length === 0 ? (
        <p className={classes.none}>{t('allHidden')}</p>
      ) : (
        <Canvas svg={svg} title={title} kind={kind} categories={categories} series={shown} format={show} smallest={format ? 0 : 1} />
      )}
    </ChartFrame>
  );
}

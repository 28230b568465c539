import { useRef, useState } from 'react';
import { formatNumber, formatPercent } from '#lib/format.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useWidth } from '../table/fit.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { cut } from './scale.ts';
import classes from './charts.module.css';

interface FunnelStep {
  key: string | number;
  name: string;
  value: number;
}

interface FunnelProps {
  title: string;
  steps: readonly FunnelStep[];
  empty?: string;
}

const rowHeight = 48;
const letterWidth = 7.2;

export function Funnel({ title, steps, empty }: FunnelProps) {
  const { t, language } = useTranslation('charts');
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  const width = useWidth(place) || 640;
  const most = Math.max(1, ...steps.map(({ value }) => value));
  const rows = steps.map(({ key, name, value }, at) => {
    const before = steps[at - 1]?.value;
    const ratio = before ? value / before : undefined;
    const share = ratio === undefined ? undefined : formatPercent(ratio, language);
    return { key, name, value, ratio, share, count: formatNumber(value, language) };
  });
  return (
    <ChartFrame
      title={title}
      svg={svg}
      table={{
        head: [t('step'), t('count'), t('shareOfPrevious')],
        rows: rows.map(({ name, count, share }) => [name, count, share ?? t('noValue')]),
        values: rows.map(({ name, value, ratio }) => [name, value, ratio ?? null]),
      }}
      isEmpty={steps.every(({ value }) => value === 0)}
      empty={empty}
    >
      <div ref={setPlace} className={classes.canvas}>
        <svg
          ref={svg}
          className={classes.plot}
          width={width}
          height={rows.length * rowHeight}
          viewBox={`0 0 ${width} ${rows.length * rowHeight}`}
          aria-hidden
          focusable="false"
        >
          {rows.map(({ key, name, value, share, count }, at) => {
            const figures = share ? `${count} · ${t('ofPrevious', { share })}` : count;
            return (
              <g key={key} transform={`translate(0 ${at * rowHeight})`}>
                <text x={0} y={14} className={classes.step}>
                  {cut(name, Math.floor((width - figures.length * letterWidth - 16) / letterWidth))}
                </text>
                <text x={width} y={14} className={classes.figures} textAnchor="end">
                  {figures}
                </text>
                <rect x={0} y={22} width={width} height={14} rx={3} className={classes.ground} />
                <rect x={0} y={22} width={(value / most) * width} height={14} rx={3} className={classes.bar} data-color={0} />
              </g>
            );
          })}
        </svg>
      </div>
    </ChartFrame>
  );
}

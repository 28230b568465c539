import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { formatNumber, formatPercent } from '#lib/format.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { Figure } from '../model/figures.ts';
import { differenceOf, formatCell } from '../model/format.ts';
import classes from './statistics.module.css';

export function Change({ figure }: { figure: Figure }) {
  const { t, language } = useTranslation('statistics');
  const { before, now, unit } = figure;
  const difference = before && differenceOf(figure, now, before);
  if (!difference) return null;
  const { direction, size } = difference;
  const percent = size === undefined ? t('fromNothing') : formatPercent(size, language);
  const text =
    unit === 'share' && size !== undefined ? t('points', { value: formatNumber(Math.round(size * 1000) / 10, language) }) : percent;
  const Arrow = direction === 'up' ? IconArrowUp : IconArrowDown;
  return (
    <span className={classes.change} title={t('beforeValue', { value: formatCell(figure, before, language) ?? t('none') })}>
      {direction === 'same' ? (
        t('same')
      ) : (
        <>
          <Arrow size={12} stroke={2} aria-hidden />
          <span className="hw-visually-hidden">{t(direction)}</span>
          {text}
        </>
      )}
    </span>
  );
}

/** A share names its whole, and its interval where the whole is small. */
function Note({ figure: { now, unit } }: { figure: Figure }) {
  const { t, language } = useTranslation('statistics');
  if (unit !== 'share' || now.of === null) return null;
  const range = now.interval?.map((share) => formatPercent(share, language));
  return (
    <span className={classes.note}>
      {t('partOf', { part: now.count, whole: now.of })}
      {now.is_small && range && ` · ${t('between', { low: range[0] ?? '', high: range[1] ?? '' })}`}
    </span>
  );
}

interface FiguresProps {
  figures: readonly Figure[];
  dimmed: boolean;
  onOpen: (figure: Figure) => void;
}

/** STB-001, STB-002: each figure opens the list behind it. */
export function Figures({ figures, dimmed, onOpen }: FiguresProps) {
  const { t, language } = useTranslation('statistics');
  return (
    <ul className={classes.figures} data-dimmed={dimmed || undefined}>
      {figures.map((figure) => (
        <li key={figure.id}>
          <button type="button" className={classes.figure} title={figure.definition} onClick={() => onOpen(figure)}>
            <span className={classes.figureTitle}>{figure.title}</span>
            <span className={classes.figureLine}>
              <span className={classes.value}>{formatCell(figure, figure.now, language) ?? t('none')}</span>
              <Change figure={figure} />
            </span>
            <Note figure={figure} />
          </button>
        </li>
      ))}
    </ul>
  );
}

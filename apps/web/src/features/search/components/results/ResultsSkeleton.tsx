import { useTranslation } from '#lib/use-translation.ts';
import classes from './row.module.css';

const rows = [0, 1, 2, 3, 4, 5, 6, 7];

export function ResultsSkeleton() {
  const { t } = useTranslation('ui');
  return (
    <div>
      <output className="hw-visually-hidden">{t('loading')}</output>
      {rows.map((row) => (
        <div key={row} className={classes.skeleton} aria-hidden>
          <span />
          <span className={classes.circle} />
          <span className={classes.bars}>
            {[28, 52, 74].map((width) => (
              <span key={width} className={classes.bar} style={{ width: `${width + ((row * 7) % 12)}%` }} />
            ))}
          </span>
        </div>
      ))}
    </div>
  );
}

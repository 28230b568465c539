import type { ReactNode } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import type { sections as allSections } from '../model/fields.ts';
import classes from './companies.module.css';

const fewSections = 4;

/** Links to the sections of a long form, beside it on wide screens. */
export function SectionIndex({ sections, children }: { sections: typeof allSections; children: ReactNode }) {
  const { t } = useTranslation('companies');
  if (sections.length <= fewSections) return children;
  return (
    <div className={classes.indexed}>
      <nav className={classes.index} aria-label={t('index')}>
        {sections.map(({ key }) => (
          <button
            key={key}
            type="button"
            className={classes.indexItem}
            onClick={() => document.getElementById(`section-${key}`)?.scrollIntoView({ block: 'start' })}
          >
            {t(`section.${key}`)}
          </button>
        ))}
      </nav>
      <div>{children}</div>
    </div>
  );
}

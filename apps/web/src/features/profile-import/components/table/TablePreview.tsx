import { IconAlertTriangle } from '@tabler/icons-react';
import type { TableImportPreview } from '@headwater/contract/table-imports';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './table.module.css';

type PreviewRow = TableImportPreview['rows'][number];

function Problems({ row, header }: { row: PreviewRow; header: readonly string[] }) {
  const { t } = useTranslation('profile-import');
  return row.problems.map(({ column, problem }) => (
    <p key={`${column} ${problem}`} className={classes.cellProblem}>
      <IconAlertTriangle size={14} aria-hidden />
      <span>
        {header[column] || t('table.columnNumber', { number: column + 1 })}: “{row.cells[column]}” – {t(`table.problems.${problem}`)}
      </span>
    </p>
  ));
}

function Person({ row, header }: { row: PreviewRow; header: readonly string[] }) {
  const { t } = useTranslation('profile-import');
  const { person, left_out: leftOut } = row;
  if (!person)
    return (
      <div className={classes.person}>
        <p className={classes.quiet}>{row.cells.filter(Boolean).slice(0, 4).join(' · ')}</p>
        <p className={classes.cellProblem}>
          <IconAlertTriangle size={14} aria-hidden />
          <span>
            {t('table.leftOut')}: {t(`table.reasons.${leftOut ?? 'unreadable'}`)}
          </span>
        </p>
      </div>
    );
  const facts = [person.contacts.join(', '), person.skills.join(', '), person.note];
  const place = [person.vacancy, person.status, ...person.tags].filter(Boolean);
  return (
    <div className={classes.person}>
      <p className={classes.name}>
        <strong>{person.name || t('table.unnamed')}</strong>
        <span className={classes.quiet}>{[person.position, person.place].filter(Boolean).join(' · ')}</span>
      </p>
      {facts.filter(Boolean).map((fact) => (
        <p key={fact} className={classes.fact}>
          {fact}
        </p>
      ))}
      {place.length > 0 && <p className={classes.fact}>{place.join(' · ')}</p>}
      <Problems row={row} header={header} />
    </div>
  );
}

/** IMP-003 */
export function TablePreview({ preview }: { preview: TableImportPreview }) {
  const { t } = useTranslation('profile-import');
  const { rows, header } = preview;
  return (
    <section className={classes.section} aria-label={t('table.preview')}>
      <h2 className={classes.heading}>{t('table.preview')}</h2>
      <p className={classes.note}>{t('table.previewText', { count: rows.length })}</p>
      <ol className={classes.people}>
        {rows.map((row) => (
          <li key={row.line} className={classes.row} data-bad={row.left_out !== null || undefined}>
            <span className={classes.line} title={t('table.line', { number: row.line })}>
              {row.line}
            </span>
            <Person row={row} header={header} />
          </li>
        ))}
      </ol>
    </section>
  );
}

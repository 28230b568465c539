import type { ShownContact } from '@headwater/contract/profiles';
import { useTranslation } from '#lib/use-translation.ts';
import type { MergeRow } from '../model/merge-rows.ts';
import { useValueLines } from '../model/use-value-lines.ts';
import classes from './merge.module.css';

export type Both<T> = Readonly<Record<'left' | 'right', T>>;

function uniqueContacts({ left, right }: Both<readonly ShownContact[]>): ShownContact[] {
  const seen = new Set<string>();
  return [...left, ...right].filter(({ type, value }) => {
    if (value === null) return true;
    const key = `${type} ${value.toLowerCase()}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function ContactLines({ contacts }: { contacts: readonly ShownContact[] }) {
  const { t } = useTranslation('profile-editor');
  if (contacts.length === 0) return <span className={classes.nothing}>{t('merge.nothing')}</span>;
  return (
    <ul className={classes.contacts}>
      {contacts.map(({ id, value, mask }) => (
        <li key={id}>{value ?? mask}</li>
      ))}
    </ul>
  );
}

/** Contacts of both profiles are kept. The profile page shows which are valid. */
export function MergeContacts({ contacts }: { contacts: Both<readonly ShownContact[]> }) {
  const { t } = useTranslation('profile-editor');
  if (contacts.left.length + contacts.right.length === 0) return null;
  return (
    <section className={classes.field} aria-label={t('contacts')}>
      <h2 className={classes.legend}>{t('contacts')}</h2>
      <div className={classes.sides}>
        {(['left', 'right'] as const).map((side) => (
          <div key={side} className={classes.side} data-plain data-chosen>
            <span className={classes.value}>
              <ContactLines contacts={contacts[side]} />
            </span>
          </div>
        ))}
      </div>
      <div className={classes.result}>
        <span className={classes.resultTitle}>{t('merge.result')}</span>
        <ContactLines contacts={uniqueContacts(contacts)} />
        <span className={classes.origin}>{t('merge.contactsNote')}</span>
      </div>
    </section>
  );
}

export function EqualFields({ rows }: { rows: readonly MergeRow[] }) {
  const { t } = useTranslation('profile-editor');
  const linesOf = useValueLines();
  if (rows.length === 0) return null;
  return (
    <details className={classes.equal}>
      <summary>{t('merge.equal', { count: rows.length })}</summary>
      {rows.map((row) => (
        <div key={row.field} className={classes.equalRow}>
          <span className={classes.term}>{t(`field.${row.field}`)}</span>
          <span>{linesOf(row.field, row.left).join('; ')}</span>
        </div>
      ))}
    </details>
  );
}

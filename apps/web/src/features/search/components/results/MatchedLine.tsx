import { useTranslation } from 'react-i18next';
import type { FoundProfile } from '@headwater/contract/search';
import { isQueryField, shownField } from '@headwater/domain/query/fields';
import { type FormField, formFields } from '../../model/lines.ts';
import classes from './row.module.css';

const isFormField = (field: string): field is FormField => (formFields as readonly string[]).includes(field);

/** Why the person was found, and which vacancies they are in. Always one line high, so that cards do not jump. */
export function MatchedLine({ profile }: { profile: FoundProfile }) {
  const { t, i18n } = useTranslation('search');
  const placeOf = (where: string, field: string) => {
    const key = `where.${where}`;
    if (i18n.exists(key, { ns: 'search' })) return t(key as 'where.about');
    const shown = isQueryField(field) ? shownField(field) : field;
    return isFormField(shown) ? t(`fields.${shown}`).toLocaleLowerCase() : '';
  };
  const list = profile.why.map(({ field, text, where }) => {
    const place = placeOf(where, field);
    return place ? `${text} (${place})` : text;
  });
  if (list.length === 0 && profile.folders.length === 0) return null;
  return (
    <div className={classes.why}>
      {list.length > 0 && <span>{t('matched', { list: list.join(', ') })}</span>}
      {profile.folders.length > 0 && (
        <span className={classes.folders}>
          {t('inVacancies')}{' '}
          {profile.folders.map((folder) => (folder.status ? `${folder.name} (${folder.status})` : folder.name)).join(', ')}
        </span>
      )}
    </div>
  );
}

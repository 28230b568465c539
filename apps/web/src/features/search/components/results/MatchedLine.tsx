import type { FoundProfile } from '@headwater/contract/search';
import { isQueryField, shownField } from '@headwater/domain/query/fields';
import { useTranslation } from '#lib/use-translation.ts';
import { type FormField, formFields } from '../../model/lines.ts';
import classes from './row.module.css';

const isFormField = (field: string): field is FormField => (formFields as readonly string[]).includes(field);

const skillParts = new Set(['skill', 'mainSkill', 'recentSkill', 'ratedSkill', 'skillYears', 'skillText']);
const isOfSkill = (field: string, where: string) => skillParts.has(where) || (isQueryField(field) && shownField(field) === 'skill');

/** Match reasons that the row does not show: highlighted words and skills are visible. */
function hiddenReasons({ why, excerpts, skills }: FoundProfile): FoundProfile['why'] {
  const marked = new Set(excerpts.map(({ where }) => where));
  const isShown: Record<string, boolean> = {
    currentTitle: marked.has('title'),
    currentPosition: marked.has('title'),
    lastCompany: marked.has('company'),
    currentCompany: marked.has('company'),
    headline: marked.has('headline'),
    about: marked.has('about'),
    location: true,
  };
  const hasSkill = skills.some((skill) => skill.matched);
  return why.filter(({ field, where }) => !isShown[where] && !(hasSkill && isOfSkill(field, where)));
}

export function MatchedLine({ profile }: { profile: FoundProfile }) {
  const { t } = useTranslation('search');
  const placeOf = (where: string, field: string) => {
    const key = `where.${where}`;
    if (t.has(key)) return t(key as 'where.about');
    const shown = isQueryField(field) ? shownField(field) : field;
    return isFormField(shown) ? t(`fields.${shown}`).toLocaleLowerCase() : '';
  };
  const list = hiddenReasons(profile).map(({ field, text, where }) => {
    const place = placeOf(where, field);
    return place ? `${text} (${place})` : text;
  });
  if (list.length === 0) return null;
  return <p className={classes.why}>{t('matched', { list: list.join(', ') })}</p>;
}

export function InVacancies({ folders }: Pick<FoundProfile, 'folders'>) {
  const { t } = useTranslation('search');
  if (folders.length === 0) return null;
  const list = folders.map((folder) => (folder.status ? `${folder.name} (${folder.status})` : folder.name)).join(', ');
  return (
    <span className={classes.folders} title={`${t('inVacancies')} ${list}`}>
      <span className="hw-visually-hidden">{t('inVacancies')} </span>
      {list}
    </span>
  );
}

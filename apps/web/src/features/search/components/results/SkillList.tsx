import { IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FoundProfile } from '@headwater/contract/search';
import classes from './row.module.css';

const shown = 7;

/** The best known skills in one line, those that the query asked for first and marked. */
export function SkillList({ skills, count }: { skills: FoundProfile['skills']; count: number }) {
  const { t } = useTranslation('search');
  const sorted = [...skills.filter((skill) => skill.matched), ...skills.filter((skill) => !skill.matched)];
  const more = count - Math.min(shown, skills.length);
  return (
    <ul className={classes.skills}>
      {sorted.slice(0, shown).map((skill) => (
        <li key={skill.name} className={classes.skill} data-matched={skill.matched || undefined}>
          <span className={classes.skillName}>{skill.name}</span>
          {skill.is_principal && (
            <>
              <IconStarFilled size={9} aria-hidden className={classes.star} />
              <span className="hw-visually-hidden">, {t('mainSkillHint')}</span>
            </>
          )}
        </li>
      ))}
      {more > 0 && <li className={classes.more}>{t('moreSkills', { count: more })}</li>}
    </ul>
  );
}

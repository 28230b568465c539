import { IconStarFilled } from '@tabler/icons-react';
import type { FoundProfile } from '@headwater/contract/search';
import { useTranslation } from '#lib/use-translation.ts';
import { skillsThatFit } from '../../model/skills-that-fit.ts';
import classes from './row.module.css';

interface SkillListProps {
  skills: FoundProfile['skills'];
  count: number;
  room: number;
}

export function SkillList({ skills, count, room }: SkillListProps) {
  const { t } = useTranslation('search');
  const { shown, more } = skillsThatFit(skills, { all: count, room });
  return (
    <ul className={classes.skills}>
      {shown.map((skill) => (
        <li key={skill.name} className={classes.skill} data-matched={skill.matched || undefined} title={skill.name}>
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

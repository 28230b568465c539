import { Button, Tooltip } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { useState } from 'react';
import type { ProfileView } from '@headwater/contract/profiles';
import { useTranslation } from '#lib/use-translation.ts';
import { Origin, originOfField, type WithOrigins } from './Origin.tsx';
import classes from './profile.module.css';
import { Section } from './Section.tsx';

const shownAtFirst = 24;

type Skill = ProfileView['skills'][number];

function SkillTag({ skill }: { skill: Skill }) {
  const { t } = useTranslation('profiles');
  const notes = [
    skill.is_principal && t('mainSkill'),
    skill.years && t('years', { count: Math.round(skill.years) }),
    skill.achievement_percent !== null && t('topPercent', { percent: skill.achievement_percent }),
  ].filter(Boolean);
  const tag = (
    <li className={skill.is_principal ? `${classes.skill} ${classes.skillMain}` : classes.skill}>
      {skill.is_principal && <IconStarFilled size={10} aria-hidden />}
      {skill.name}
      {skill.band && (
        <>
          <span className={`${classes.band} ${classes[skill.band]}`} aria-hidden />
          <span className="hw-visually-hidden">{t(`band.${skill.band}`)}</span>
        </>
      )}
    </li>
  );
  return notes.length > 0 ? <Tooltip label={notes.join(' · ')}>{tag}</Tooltip> : tag;
}

/** PROF-051 to PROF-054. */
export function Skills({ profile }: { profile: Pick<ProfileView, 'skills'> & WithOrigins }) {
  const { t } = useTranslation('profiles');
  const [all, setAll] = useState(false);
  if (profile.skills.length === 0) return null;
  const sorted = profile.skills.toSorted(
    (left, right) => Number(right.is_principal) - Number(left.is_principal) || (right.norm_rating ?? 0) - (left.norm_rating ?? 0),
  );
  const hidden = sorted.length - shownAtFirst;
  return (
    <Section title={t('skills')} count={sorted.length}>
      <ul className={classes.skills}>
        {(all ? sorted : sorted.slice(0, shownAtFirst)).map((skill) => (
          <SkillTag key={skill.name} skill={skill} />
        ))}
      </ul>
      {hidden > 0 && !all && (
        <Button variant="subtle" size="compact-xs" mt={8} onClick={() => setAll(true)}>
          {t('more', { count: hidden })}
        </Button>
      )}
      <Origin origin={originOfField(profile, 'skills')} />
    </Section>
  );
}

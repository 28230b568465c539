import { Link } from '@tanstack/react-router';
import type { FoundProfile } from '@headwater/contract/search';
import { useTranslation } from '#lib/use-translation.ts';
import { Avatar } from '#ui/Avatar.tsx';
import classes from './alike.module.css';

const shownSkills = 4;

export function PersonLine({ profile }: { profile: FoundProfile }) {
  const { t } = useTranslation('alike');
  const name = profile.name ?? profile.nick ?? t('nameless');
  const work = [profile.title ?? profile.headline, profile.company, profile.city].filter(Boolean).join(' · ');
  const shared = profile.skills.filter((skill) => skill.matched).slice(0, shownSkills);
  return (
    <li className={classes.person}>
      <Avatar name={name} src={profile.picture} size={32} />
      <div className={classes.personBody}>
        <Link to="/profiles/$profileId" params={{ profileId: String(profile.id) }} className={classes.name}>
          {name}
        </Link>
        <div className={classes.work} title={work}>
          {work}
        </div>
        {shared.length > 0 && <div className={classes.shared}>{shared.map((skill) => skill.name).join(', ')}</div>}
      </div>
    </li>
  );
}

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconStarFilled, IconThumbDown, IconThumbDownFilled, IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { placeLine } from '#lib/place.ts';
import { Avatar } from '#ui/Avatar.tsx';
import type { AiSearch } from '../api/ai-search.ts';
import classes from './results.module.css';

export type Found = AiSearch['profiles'][number];

interface ResultCardProps {
  profile: Found;
  isOpen: boolean;
  href: string;
  onOpen: () => void;
  onJudge: (value: 'like' | 'dislike' | null) => void;
}

const shownSkills = 7;
const isPlainClick = (event: MouseEvent) => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** A found person with a thumb up and a thumb down. */
export function ResultCard({ profile, isOpen, href, onOpen, onJudge }: ResultCardProps) {
  const { t } = useTranslation('ai-search');
  const name = profile.name ?? profile.nick ?? t('nameless');
  const place = placeLine(profile);
  const work = [profile.title ?? profile.headline, profile.company].filter(Boolean).join(', ');
  const why = profile.why.map(({ text }) => text).join(', ');
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <li className={classes.card} data-profile={profile.id} data-open={isOpen || undefined} data-feedback={profile.feedback ?? undefined}>
      <Avatar name={name} src={profile.picture} size={36} />
      <div className={classes.body}>
        <a href={href} className={classes.name} data-viewed={profile.viewed || undefined} aria-current={isOpen || undefined} onClick={open}>
          {name}
        </a>
        <div className={classes.line}>{work || '—'}</div>
        <div className={classes.faint}>{place || '—'}</div>
        <ul className={classes.skills}>
          {profile.skills.slice(0, shownSkills).map((skill) => (
            <li key={skill.name} className={classes.skill} data-matched={skill.matched || undefined}>
              {skill.name}
              {skill.is_principal && <IconStarFilled size={9} aria-hidden />}
            </li>
          ))}
        </ul>
        {why && <div className={classes.why}>{t('matched', { list: why })}</div>}
      </div>
      <div className={classes.thumbs}>
        <Thumb profile={profile} name={name} value="like" onJudge={onJudge} />
        <Thumb profile={profile} name={name} value="dislike" onJudge={onJudge} />
      </div>
    </li>
  );
}

const icons = {
  like: { on: IconThumbUpFilled, off: IconThumbUp, color: 'teal' },
  dislike: { on: IconThumbDownFilled, off: IconThumbDown, color: 'red' },
} as const;

interface ThumbProps {
  profile: Found;
  name: string;
  value: 'like' | 'dislike';
  onJudge: ResultCardProps['onJudge'];
}

function Thumb({ profile, name, value, onJudge }: ThumbProps) {
  const { t } = useTranslation('ai-search');
  const isOn = profile.feedback === value;
  const label = isOn
    ? value === 'like'
      ? t('liked', { name })
      : t('disliked', { name })
    : value === 'like'
      ? t('like', { name })
      : t('dislike', { name });
  const { on, off, color } = icons[value];
  const Icon = isOn ? on : off;
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="lg"
        variant={isOn ? 'light' : 'subtle'}
        color={isOn ? color : 'gray'}
        aria-label={label}
        aria-pressed={isOn}
        data-thumb={value}
        onClick={() => onJudge(isOn ? null : value)}
      >
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  );
}

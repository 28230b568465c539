import { ActionIcon, Tooltip } from '@mantine/core';
import { IconThumbDown, IconThumbDownFilled, IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react';
import { useTranslation } from '#lib/use-translation.ts';
import type { AiSearch } from '../api/ai-search.ts';
import classes from './results.module.css';

type Found = AiSearch['profiles'][number];

interface ThumbsProps {
  profile: Found;
  onJudge: (value: 'like' | 'dislike' | null) => void;
}

/** AIS-004 */
export function Thumbs({ profile, onJudge }: ThumbsProps) {
  const { t } = useTranslation('ai-search');
  const name = profile.name ?? profile.nick ?? t('nameless');
  return (
    <div className={classes.thumbs} data-feedback={profile.feedback ?? undefined}>
      <Thumb profile={profile} name={name} value="like" onJudge={onJudge} />
      <Thumb profile={profile} name={name} value="dislike" onJudge={onJudge} />
    </div>
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
  onJudge: ThumbsProps['onJudge'];
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
        size={32}
        variant={isOn ? 'light' : 'subtle'}
        color={isOn ? color : 'gray'}
        aria-label={label}
        aria-pressed={isOn}
        data-thumb={value}
        onClick={() => onJudge(isOn ? null : value)}
      >
        <Icon size={17} />
      </ActionIcon>
    </Tooltip>
  );
}

import { IconMoodSmile } from '@tabler/icons-react';
import { customReaction } from '@headwater/domain/outreach/telegram';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './bubble.module.css';

export function Reactions({ reactions, name }: { reactions: readonly string[]; name: string }) {
  const { t } = useTranslation('telegram');
  const words = reactions.map((each) => (each === customReaction ? t('customReaction') : each)).join(', ');
  const label = t('reacted', { name, reactions: words });
  return (
    <span className={classes.reactions} title={label}>
      <span className="hw-visually-hidden">{label}</span>
      {reactions.map((each) => (
        <span key={each} className={classes.reaction} aria-hidden>
          {each === customReaction ? <IconMoodSmile size={15} stroke={1.6} /> : each}
        </span>
      ))}
    </span>
  );
}

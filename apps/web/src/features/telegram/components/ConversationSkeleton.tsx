import { useTranslation } from '#lib/use-translation.ts';
import classes from './conversation.module.css';
import bubbleClasses from './bubble.module.css';

/** Width in per cent and direction of placeholder bubbles; deterministic. */
const bubbles = [
  { width: 44, out: true },
  { width: 28, out: true },
  { width: 36, out: false },
  { width: 22, out: false },
  { width: 52, out: true },
  { width: 30, out: false },
];

export function ConversationSkeleton() {
  const { t } = useTranslation('ui');
  return (
    <div data-skeleton>
      <output className="hw-visually-hidden">{t('loading')}</output>
      {bubbles.map(({ width, out }) => (
        <div key={width} className={bubbleClasses.line} data-out={out || undefined} data-begins aria-hidden>
          <span className={classes.ghost} style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}

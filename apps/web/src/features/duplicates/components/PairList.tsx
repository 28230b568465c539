import { UnstyledButton } from '@mantine/core';
import type { DuplicatePair } from '@headwater/contract/duplicates';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './duplicates.module.css';
import { Score } from './Reasons.tsx';

interface PairListProps {
  pairs: readonly DuplicatePair[];
  chosen: DuplicatePair | undefined;
  onChoose: (index: number) => void;
}

const scrollToButton = (button: HTMLButtonElement | null) => button?.scrollIntoView({ block: 'nearest' });

export function PairList({ pairs, chosen, onChoose }: PairListProps) {
  const { t } = useTranslation('duplicates');
  return (
    <ul className={classes.pairs} aria-label={t('title')}>
      {pairs.map((pair, index) => {
        const [one, other] = pair.profiles;
        const isChosen = pair === chosen;
        const [reason] = pair.reasons;
        return (
          <li key={`${one.id} ${other.id}`}>
            <UnstyledButton
              ref={isChosen ? scrollToButton : undefined}
              className={classes.pair}
              aria-current={isChosen || undefined}
              onClick={() => onChoose(index)}
            >
              <span className={classes.names}>{one.name ?? t('hiddenName')}</span>
              <span className={classes.names}>{other.name ?? t('hiddenName')}</span>
              <span className={classes.pairFoot}>
                <Score score={pair.score} />
                {reason && <span className={classes.quiet}>{t(`reason.${reason.code}`)}</span>}
              </span>
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}

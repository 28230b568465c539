import { Tooltip } from '@mantine/core';
import type { TelegramAccount } from '@headwater/contract/telegram-accounts';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { StatusPill } from '#ui/StatusPill.tsx';
import { type SimState, simState } from '../model/sim.ts';
import classes from './sims.module.css';
import { useNow } from './use-now.ts';

const colors: Record<SimState, number> = {
  works: 4,
  offline: 0,
  paused: 6,
  restricted: 6,
  no_names: 6,
  frozen: 7,
  signed_out: 7,
  banned: 8,
};

export function SimStatus({ card }: { card: TelegramAccount }) {
  const { t } = useTranslation('telegram');
  const now = useNow(30_000);
  const state = simState(card, now);
  const ends: Partial<Record<SimState, string | null>> = {
    paused: card.flood_wait_until,
    restricted: card.soft_ban_until,
    no_names: card.look_up_wait_until,
  };
  const until = ends[state];
  const why = [
    card.failure ?? t(`stateText.${state}`),
    until && t('untilMoment', { at: formatDate(until, currentLanguage(), 'dateTime') }),
    !card.is_premium && t('notPremium'),
  ];
  return (
    <Tooltip label={why.filter(Boolean).join(' ')} multiline maw={320}>
      <span className={classes.status}>
        <StatusPill color={colors[state]}>{t(`stateName.${state}`)}</StatusPill>
        <span className="hw-visually-hidden">{why.filter(Boolean).join(' ')}</span>
      </span>
    </Tooltip>
  );
}

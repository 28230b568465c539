import { dayMs } from '@headwater/domain/time/durations';
import { Tooltip } from '@mantine/core';
import { IconClock, IconLink, IconMail, IconMessageCircle, IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './CandidateBoard.module.css';

export function DaysInStatus({ since }: { since: string }) {
  const { t } = useTranslation('vacancies');
  const [now] = useState(() => Date.now());
  const days = Math.max(0, Math.floor((now - Date.parse(since)) / dayMs));
  const label = days === 0 ? t('inStatusToday') : t('daysInStatus', { count: days });
  return (
    <Tooltip label={label}>
      <span className={classes.days}>
        <IconClock size={13} stroke={1.6} aria-hidden />
        <span aria-hidden>{days === 0 ? t('today') : t('daysHere', { count: days })}</span>
        <span className="hw-visually-hidden">{label}</span>
      </span>
    </Tooltip>
  );
}

const kinds = [
  { id: 'email', Icon: IconMail, types: ['email'] },
  { id: 'phone', Icon: IconPhone, types: ['phone'] },
  { id: 'messenger', Icon: IconMessageCircle, types: ['telegram', 'skype', 'icq'] },
  { id: 'link', Icon: IconLink, types: ['link'] },
] as const;

export function ContactKinds({ kinds: known }: { kinds: readonly string[] }) {
  const { t } = useTranslation('vacancies');
  const shown = kinds.filter(({ types }) => types.some((type) => known.includes(type)));
  if (shown.length === 0) return null;
  const label = t('contactKinds', { kinds: shown.map(({ id }) => t(`contactKind.${id}`)).join(', ') });
  return (
    <Tooltip label={label}>
      <span className={classes.kinds}>
        {shown.map(({ id, Icon }) => (
          <Icon key={id} size={13} stroke={1.6} aria-hidden />
        ))}
        <span className="hw-visually-hidden">{label}</span>
      </span>
    </Tooltip>
  );
}

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { unreadQuery } from '#features/notices/api/notices.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Badge } from './Badge.tsx';
import bell from './Bell.module.css';
import rail from './Rail.module.css';

function useBell() {
  const { t } = useTranslation('app');
  const count = useQuery(unreadQuery).data?.count ?? 0;
  return { label: count > 0 ? t('bell.unread', { count }) : t('bell.title'), count, word: t('bell.word') };
}

export function RailBell({ expanded }: { expanded: boolean }) {
  const { label, count, word } = useBell();
  const isOpen = useLocation().pathname.startsWith('/notices');
  return (
    <Tooltip label={label} position="right" disabled={expanded}>
      <Link to="/notices" className={`${rail.item} ${bell.item}`} data-current={isOpen || undefined} aria-label={label}>
        <IconBell size={18} stroke={1.6} aria-hidden />
        {expanded && <span className={rail.label}>{word}</span>}
        <Badge count={count} />
      </Link>
    </Tooltip>
  );
}

export function BarBell() {
  const { label, count } = useBell();
  return (
    <ActionIcon size={44} aria-label={label} className={bell.item} renderRoot={(props) => <Link to="/notices" {...props} />}>
      <IconBell size={20} stroke={1.6} />
      <Badge count={count} />
    </ActionIcon>
  );
}

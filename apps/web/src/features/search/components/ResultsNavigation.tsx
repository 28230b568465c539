import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowLeft, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useMemo } from 'react';
import { decodeSearch } from '@headwater/domain/query/address';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { findProfilesQuery, perPage } from '../api/find-profiles.ts';
import classes from './screen.module.css';

interface ResultsNavigationProps {
  queryString: string;
  position: number | undefined;
  onBack: () => void;
  onGo: (id: number, position: number) => void;
}

function usePersonAt(queryString: string, position: number | undefined) {
  const { search } = useMemo(() => decodeSearch(queryString), [queryString]);
  const isThere = position !== undefined && position >= 0;
  const page = isThere ? Math.floor(position / perPage) + 1 : 1;
  const { data, isPlaceholderData } = useQuery({ ...findProfilesQuery({ ...search, page }), enabled: isThere });
  if (!isThere || !data || isPlaceholderData) return { id: undefined, total: undefined };
  return { id: data.profiles[position % perPage]?.id, total: data.total };
}

export function ResultsNavigation({ queryString, position, onBack, onGo }: ResultsNavigationProps) {
  const { t } = useTranslation('search');
  const language = currentLanguage();
  const { total } = usePersonAt(queryString, position);
  const before = usePersonAt(queryString, position === undefined ? undefined : position - 1);
  const behind = usePersonAt(queryString, position === undefined ? undefined : position + 1);
  const previous = before.id === undefined || position === undefined ? undefined : () => onGo(before.id as number, position - 1);
  const next = behind.id === undefined || position === undefined ? undefined : () => onGo(behind.id as number, position + 1);
  useShortcuts(
    useMemo(() => {
      const group = t('keys.group');
      return [
        { keys: ']', label: t('keys.nextProfile'), group, act: () => next?.(), disabled: !next },
        { keys: '[', label: t('keys.previousProfile'), group, act: () => previous?.(), disabled: !previous },
      ];
      // oxlint-disable-next-line react/exhaustive-deps -- both functions derive from these
    }, [t, before.id, behind.id, position]),
  );
  return (
    <nav className={classes.walk} aria-label={t('walk.label')}>
      <Button variant="subtle" color="gray" size="compact-sm" leftSection={<IconArrowLeft size={14} aria-hidden />} onClick={onBack}>
        {t('walk.back')}
      </Button>
      {position !== undefined && (
        <div className={classes.walkSteps}>
          <span className={classes.walkPlace} data-position={position + 1}>
            {total !== undefined && t('walk.place', { place: formatNumber(position + 1, language), total: formatNumber(total, language) })}
          </span>
          <Step label={`${t('keys.previousProfile')}  [`} onClick={previous}>
            <IconChevronUp size={16} aria-hidden />
          </Step>
          <Step label={`${t('keys.nextProfile')}  ]`} onClick={next}>
            <IconChevronDown size={16} aria-hidden />
          </Step>
        </div>
      )}
    </nav>
  );
}

function Step({ label, onClick, children }: { label: string; onClick: (() => void) | undefined; children: React.ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} disabled={!onClick} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

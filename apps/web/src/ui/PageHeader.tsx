/**
 * Head of a screen: title, count, actions. Fixed height, so that a late count causes no layout
 * shift.
 *   <PageHeader title={t('employees')} count={data?.pages.total} actions={<Button>...</Button>}>tabs or filters</PageHeader>
 */
import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './PageHeader.module.css';

interface PageHeaderProps {
  title: ReactNode;
  count?: number | undefined;
  note?: ReactNode;
  onBack?: () => void;
  actions?: ReactNode;
  children?: ReactNode;
}

export function PageHeader({ title, count, note, onBack, actions, children }: PageHeaderProps) {
  const { t } = useTranslation('ui');
  return (
    <header className={classes.header}>
      <div className={classes.row}>
        {onBack && (
          <ActionIcon aria-label={t('back')} onClick={onBack}>
            <IconArrowLeft size={16} />
          </ActionIcon>
        )}
        <h1 className={classes.title}>{title}</h1>
        {count !== undefined && <span className={classes.count}>{formatNumber(count, currentLanguage())}</span>}
        {note && <span className={classes.note}>{note}</span>}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children && <div className={classes.extra}>{children}</div>}
    </header>
  );
}

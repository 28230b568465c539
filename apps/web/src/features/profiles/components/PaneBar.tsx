import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowsMaximize, IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './profile.module.css';

interface StepProps {
  label: string;
  onClick: (() => void) | undefined;
  children: ReactNode;
}

function Step({ label, onClick, children }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} disabled={!onClick} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

export interface PaneBarProps {
  profileId: number;
  actions?: ReactNode;
  onClose?: () => void;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  onWhole?: (() => void) | undefined;
}

export function PaneBar({ profileId, actions, onClose, onPrevious, onNext, onWhole }: PaneBarProps) {
  const { t } = useTranslation('profiles');
  const openWhole = (event: MouseEvent) => {
    if (!onWhole || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onWhole();
  };
  return (
    <div className={classes.bar}>
      <div className={classes.barSteps}>
        <Step label={`${t('previous')}  [`} onClick={onPrevious}>
          <IconChevronUp size={16} />
        </Step>
        <Step label={`${t('next')}  ]`} onClick={onNext}>
          <IconChevronDown size={16} />
        </Step>
      </div>
      <div className={classes.barActions}>{actions}</div>
      <div className={classes.barSteps}>
        <Tooltip label={t('openWhole')}>
          <ActionIcon component={Link} to={`/profiles/${profileId}`} aria-label={t('openWhole')} onClick={openWhole}>
            <IconArrowsMaximize size={16} />
          </ActionIcon>
        </Tooltip>
        {onClose && (
          <ActionIcon aria-label={t('close')} onClick={onClose}>
            <IconX size={16} />
          </ActionIcon>
        )}
      </div>
    </div>
  );
}

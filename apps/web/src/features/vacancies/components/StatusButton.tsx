import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { StatusBadge } from '@headwater/contract/statuses';
import { useTranslation } from '#lib/use-translation.ts';
import { StatusPill } from '#ui/StatusPill.tsx';
import { useOpenStatusMenu } from './StatusMenu.tsx';
import classes from './StatusButton.module.css';

interface StatusButtonProps {
  status: StatusBadge;
  name: string;
  statuses: readonly StatusBadge[];
  onChange?: ((status: StatusBadge) => void) | undefined;
}

export function StatusButton({ status, name, statuses, onChange }: StatusButtonProps) {
  const { t } = useTranslation('vacancies');
  const open = useOpenStatusMenu();
  const pill = <StatusPill color={status.color}>{status.name}</StatusPill>;
  if (!onChange) return pill;
  return (
    <UnstyledButton
      className={classes.button}
      aria-haspopup="menu"
      aria-label={t('statusOf', { name, status: status.name })}
      onClick={(event) => open({ anchor: event.currentTarget, statuses, current: status.id, onChoose: onChange })}
    >
      {pill}
      <IconChevronDown size={12} aria-hidden />
    </UnstyledButton>
  );
}

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconAddressBook, IconBrandTelegram, IconBriefcase2, IconEyeOff, IconMail } from '@tabler/icons-react';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './row.module.css';

export interface PersonActions {
  add?: ((id: number) => void) | undefined;
  message?: ((id: number) => void) | undefined;
  telegram?: ((id: number) => void) | undefined;
  open: (id: number) => void;
  hide?: ((id: number) => void) | undefined;
}

interface RowActionsProps {
  id: number;
  name: string;
  hasTelegram: boolean;
  actions: PersonActions;
}

const signs = {
  add: IconBriefcase2,
  // Not a paper plane, the symbol of Telegram.
  message: IconMail,
  telegram: IconBrandTelegram,
  open: IconAddressBook,
  hide: IconEyeOff,
} as const;
const order = ['add', 'message', 'telegram', 'open', 'hide'] as const;
const words = {
  add: 'rowActions.add',
  message: 'rowActions.message',
  telegram: 'rowActions.telegram',
  open: 'rowActions.contacts',
  hide: 'rowActions.hide',
} as const;

export function RowActions({ id, name, hasTelegram, actions }: RowActionsProps) {
  const { t } = useTranslation('search');
  return (
    <fieldset aria-label={t('rowActions.label', { name })} className={classes.actions}>
      {order.map((key) => {
        const act = key === 'telegram' && !hasTelegram ? undefined : actions[key];
        const Sign = signs[key];
        return (
          act && (
            <Tooltip key={key} label={t(words[key])}>
              <ActionIcon size={28} aria-label={`${t(words[key])}: ${name}`} onClick={() => act(id)}>
                <Sign size={15} stroke={1.7} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )
        );
      })}
    </fieldset>
  );
}

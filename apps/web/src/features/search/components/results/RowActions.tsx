import { ActionIcon, Tooltip } from '@mantine/core';
import { IconAddressBook, IconBriefcase2, IconEyeOff, IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './row.module.css';

export interface PersonActions {
  add?: ((id: number) => void) | undefined;
  message?: ((id: number) => void) | undefined;
  open: (id: number) => void;
  hide?: ((id: number) => void) | undefined;
}

interface RowActionsProps {
  id: number;
  name: string;
  actions: PersonActions;
}

const signs = {
  add: IconBriefcase2,
  message: IconSend,
  open: IconAddressBook,
  hide: IconEyeOff,
} as const;
const order = ['add', 'message', 'open', 'hide'] as const;
const words = { add: 'rowActions.add', message: 'rowActions.message', open: 'rowActions.contacts', hide: 'rowActions.hide' } as const;

/** What can be done with a person without opening them; there while the pointer or the focus is in the row. */
export function RowActions({ id, name, actions }: RowActionsProps) {
  const { t } = useTranslation('search');
  return (
    <fieldset aria-label={t('rowActions.label', { name })} className={classes.actions}>
      {order.map((key) => {
        const act = actions[key];
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

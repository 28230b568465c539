import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { TelegramDialog } from '@headwater/contract/telegram-dialogs';
import { usePhone } from '#lib/use-phone.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showSnackbar } from '#ui/snackbar.tsx';
import { useForgetUnlinking, useLinkProfile, useUnlinkError, useUnlinkProfile } from '../api/dialogs.ts';
import classes from './details.module.css';
import { PersonField } from './PersonField.tsx';

export function LinkProfile({ dialog: { id } }: { dialog: TelegramDialog }) {
  const { t } = useTranslation('telegram');
  const [chosen, setChosen] = useState('');
  const link = useLinkProfile(id);
  const unlink = useUnlinkProfile(id);
  const save = () =>
    link.mutate(Number(chosen), {
      onSuccess: ({ name }) =>
        showSnackbar({
          message: t('linked', { name }),
          tone: 'success',
          key: `telegram-linked-${id}`,
          action: { label: t('answerNeed.undo'), act: () => unlink.mutate(name) },
        }),
    });
  return (
    <form
      className={classes.link}
      aria-label={t('linkPerson')}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== '') save();
      }}
    >
      <p>{t('notLinked')}</p>
      <PersonField
        value={chosen}
        hasFocus={false}
        error={link.error?.message}
        onChange={(next) => {
          link.reset();
          setChosen(next);
        }}
      />
      <Button type="submit" size="xs" disabled={chosen === ''} loading={link.isPending}>
        {t('linkPerson')}
      </Button>
    </form>
  );
}

export function UnlinkProfile({ dialog: { id, name } }: { dialog: TelegramDialog }) {
  const { t } = useTranslation('telegram');
  const forget = useForgetUnlinking();
  const isPhone = usePhone();
  // The list next to the details also shows the error, so opening the details clears it.
  useEffect(() => {
    if (!isPhone) forget(id);
  }, [forget, id, isPhone]);
  const unlink = useUnlinkProfile(id);
  const error = useUnlinkError(id);
  return (
    <>
      <Button size="compact-xs" variant="subtle" color="gray" loading={unlink.isPending} onClick={() => unlink.mutate(name)}>
        {t('unlinkPerson')}
      </Button>
      {error && (
        <span role="alert" className={classes.refused}>
          {error.message}
        </span>
      )}
    </>
  );
}

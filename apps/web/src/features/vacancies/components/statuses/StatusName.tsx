import { TextInput, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useFirstFocus } from '#lib/first-focus.ts';
import { isComposing } from '#lib/is-composing.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './StatusList.module.css';

interface StatusNameProps {
  name: string;
  disabled: boolean;
  onRename: (name: string) => void;
}

export function StatusName({ name, disabled, onRename }: StatusNameProps) {
  const { t } = useTranslation('vacancies');
  const [typed, setTyped] = useState<string>();
  const focus = useFirstFocus<HTMLInputElement>();
  if (typed === undefined) {
    return (
      <UnstyledButton className={classes.name} disabled={disabled} aria-label={t('renameStatus', { name })} onClick={() => setTyped(name)}>
        {name}
      </UnstyledButton>
    );
  }
  const keep = () => {
    setTyped(undefined);
    if (typed.trim() !== name) onRename(typed.trim());
  };
  const byKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter') keep();
    if (event.key === 'Escape') {
      event.stopPropagation();
      setTyped(undefined);
    }
  };
  return (
    <TextInput
      ref={focus}
      size="xs"
      aria-label={t('renameStatus', { name })}
      value={typed}
      maxLength={50}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={byKey}
      onBlur={keep}
    />
  );
}

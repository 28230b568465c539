import { Button, Group, Menu, TextInput } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { templateMessages } from '@headwater/contract/catalogue/templates';
import { maxVariableName, variableName, variableNameProblem } from '@headwater/domain/outreach/variables';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { type DraftVariable, isKnownAmong, namesToOffer } from '../model/variables.ts';
import classes from './variables.module.css';

interface VariablePickerProps {
  variables: readonly DraftVariable[];
  onPick: (name: string) => void;
  onAdd?: ((name: string) => void) | undefined;
  unsubscribe?: boolean | undefined;
  disabled?: boolean | undefined;
}

/** EDIT-036 to EDIT-039 */
function NewVariable({ variables, onAdd }: { variables: readonly DraftVariable[]; onAdd: (name: string) => void }) {
  const { t } = useTranslation('editor');
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const add = () => {
    const problem = variableNameProblem(name);
    const taken = isKnownAmong(variables)(name);
    if (problem || taken) setError(taken ? t('variableExists') : templateMessages.variable_name.text(currentLanguage()));
    else onAdd(name);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The menu would select an item by its first character.
    event.stopPropagation();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap" p="xs" className={classes.newVariable}>
      <TextInput
        size="xs"
        flex={1}
        aria-label={t('newVariable')}
        placeholder={t('newVariable')}
        value={name}
        maxLength={maxVariableName}
        error={error}
        onChange={(event) => {
          setError(undefined);
          setName(variableName(event.currentTarget.value));
        }}
        onKeyDown={onKeyDown}
      />
      <Button size="xs" type="button" variant="default" onClick={add}>
        {t('add')}
      </Button>
    </Group>
  );
}

export function VariablePicker({ variables, onPick, onAdd, unsubscribe = false, disabled = false }: VariablePickerProps) {
  const { t } = useTranslation('editor');
  const [opened, setOpened] = useState(false);
  const { builtIn, own } = namesToOffer(variables, { unsubscribe });
  return (
    <Menu position="bottom-end" withinPortal opened={opened} onChange={setOpened} returnFocus={false}>
      <Menu.Target>
        <Button
          size="compact-xs"
          type="button"
          variant="subtle"
          classNames={{ root: classes.pick, label: classes.pickLabel }}
          leftSection={<IconBraces size={14} />}
          title={t('variable')}
          disabled={disabled}
        >
          {t('variable')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.variables}>
        {onAdd && opened && (
          <NewVariable
            variables={variables}
            onAdd={(name) => {
              onAdd(name);
              setOpened(false);
            }}
          />
        )}
        {own.length > 0 && <Menu.Label>{t('own')}</Menu.Label>}
        {own.map((name) => (
          <Menu.Item key={name} onClick={() => onPick(name)}>
            {name}
          </Menu.Item>
        ))}
        <Menu.Label>{t('builtIn')}</Menu.Label>
        {builtIn.map((name) => (
          <Menu.Item key={name} onClick={() => onPick(name)} rightSection={<code className={classes.code}>{name}</code>}>
            {t(`variables.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

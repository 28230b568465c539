import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { isBuiltIn } from '@headwater/domain/outreach/variables';
import { useTranslation } from '#lib/use-translation.ts';
import { changeVariable, type DraftVariable, type KnownValues, withValues } from '../model/variables.ts';
import editor from './editor.module.css';
import classes from './variables.module.css';

interface VariableValuesProps {
  variables: readonly DraftVariable[];
  onChange: (variables: DraftVariable[]) => void;
  texts: readonly string[];
  known?: KnownValues | undefined;
  disabled?: boolean | undefined;
}

export function VariableValues({ variables, onChange, texts, known, disabled = false }: VariableValuesProps) {
  const { t } = useTranslation('editor');
  const rows = withValues(variables, texts).filter(({ name, value }) => value !== '' || !known?.[name]?.trim());
  if (rows.length === 0) return null;
  return (
    <section aria-label={t('fallbacks')}>
      <div className={editor.label}>{t('fallbacks')}</div>
      <p className={editor.hint}>{t(known ? 'missingText' : 'fallbacksText')}</p>
      <ul className={classes.values}>
        {rows.map((variable) => (
          <li key={variable.name} className={`${classes.value} ${editor.chips}`}>
            <span data-variable={variable.name}>{variable.name}</span>
            <TextInput
              size="xs"
              aria-label={t('fallbackOf', { name: variable.name })}
              placeholder={t(known ? 'missingPlaceholder' : 'fallbackPlaceholder')}
              value={variable.value}
              maxLength={1000}
              data-value-of={variable.name}
              disabled={disabled}
              onChange={(event) => onChange(changeVariable(variables, { ...variable, value: event.currentTarget.value }))}
            />
            {!isBuiltIn(variable.name) && (
              <Tooltip label={t('removeVariable', { name: variable.name })}>
                <ActionIcon
                  type="button"
                  size="sm"
                  disabled={disabled}
                  aria-label={t('removeVariable', { name: variable.name })}
                  onClick={() => onChange(variables.filter(({ name }) => name !== variable.name))}
                >
                  <IconTrash size={14} />
                </ActionIcon>
              </Tooltip>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

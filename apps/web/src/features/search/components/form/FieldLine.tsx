import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconPlus, IconX } from '@tabler/icons-react';
import type { QueryLine } from '@headwater/domain/query/query-lines';
import type { QueryEntity, TermData } from '@headwater/domain/query/term';
import { chipGroups, type FormField, type FormLine, lineModes, replaceGroup, withField } from '../../model/lines.ts';
import { ChipInput } from './ChipInput.tsx';
import { QueryChip } from './QueryChip.tsx';
import { RangeMenu } from './RangeMenu.tsx';
import { useTranslation } from '#lib/use-translation.ts';
import { ChoiceItems } from '#ui/ChoiceItems.tsx';
import classes from './form.module.css';

interface FieldLineProps {
  field: FormField;
  shown: FormLine;
  /** From 0; higher numbers are additional conditions. */
  number: number;
  onLine: (line: QueryLine) => void;
  queryOf: (line: QueryLine) => QueryEntity[];
  onDrop: () => void;
  /** Adds another condition of this field; undefined if not allowed (SRCH-048, SRCH-049). */
  onAdd: (() => void) | undefined;
}

export function FieldLine({ field, shown, number, onLine, queryOf, onDrop, onAdd }: FieldLineProps) {
  const { t } = useTranslation('search');
  const { line } = shown;
  const name = t(`fields.${field}`);
  const label = number === 0 ? name : t('conditionOf', { field: name, number: number + 1 });
  const setTerms = (terms: TermData[]) => onLine({ ...line, terms });
  return (
    <div className={classes.line}>
      <div className={classes.labelRow}>
        <span className={classes.label}>{number === 0 ? name : label}</span>
        {line.excluded && <span className={classes.butNot}>{t('butNot')}</span>}
        <ModeMenu field={field} line={line} onLine={onLine} />
        {field === 'location' && <RangeMenu line={line} onTerms={setTerms} />}
        {onAdd && (
          <UnstyledButton className={classes.add} aria-label={t(field === 'skill' ? 'addSkill' : 'addTitle')} onClick={onAdd}>
            <IconPlus size={12} aria-hidden />
            <span className={classes.addWord}>{t('condition')}</span>
          </UnstyledButton>
        )}
        {number > 0 && (
          <ActionIcon size={24} className={classes.drop} aria-label={t('removeLine')} onClick={onDrop}>
            <IconX size={12} />
          </ActionIcon>
        )}
      </div>
      <ChipInput field={field} line={line} label={label} onTerms={setTerms} queryOf={queryOf}>
        {chipGroups(line.terms).map((group, index) => (
          // The chip keeps its popover open while its words, sign or synonyms change.
          // oxlint-disable-next-line react/no-array-index-key -- the position identifies a chip
          <QueryChip key={index} group={group} onChange={(terms) => setTerms(replaceGroup(line.terms, group, terms))} />
        ))}
      </ChipInput>
    </div>
  );
}

function ModeMenu({ field, line, onLine }: Pick<FieldLineProps, 'field' | 'onLine'> & { line: QueryLine }) {
  const { t } = useTranslation('search');
  const modes = lineModes[field];
  if (!modes) return null;
  const modeName = (mode: (typeof modes)[number]) => t(`modes.${mode as 'skill'}`);
  return (
    <Menu>
      <Menu.Target>
        <UnstyledButton className={classes.mode} aria-label={t('modes.label', { field: t(`fields.${field}`) })}>
          <span className={classes.modeName}>{modeName(line.field)}</span>
          <IconChevronDown size={11} aria-hidden className={classes.sign} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <ChoiceItems
          value={line.field}
          choices={modes.map((mode) => ({ value: mode, label: modeName(mode) }))}
          onChoose={(mode) => onLine(withField(line, mode))}
        />
      </Menu.Dropdown>
    </Menu>
  );
}

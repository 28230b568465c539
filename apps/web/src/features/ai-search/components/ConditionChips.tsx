import { UnstyledButton } from '@mantine/core';
import { IconMinus, IconX } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { type Chip, type ChipGroup, chipsOf, type Conditions, toggleChip, withoutChip } from '../model/chips.ts';
import { useChipLabel } from './use-chip-label.ts';
import { AddCondition } from './AddCondition.tsx';
import classes from './ai-search.module.css';

interface ConditionChipsProps {
  conditions: Conditions;
  onChange: (conditions: Conditions) => void;
  disabled?: boolean;
}

/** A region can have forty countries. The others stay hidden until the user expands the group. */
const shownOfGroup = 6;

export function ConditionChips({ conditions, onChange, disabled = false }: ConditionChipsProps) {
  const { t } = useTranslation('ai-search');
  const chips = chipsOf(conditions);
  const kinds = [...new Set(chips.map((chip) => chip.group))];
  return (
    <fieldset className={classes.conditions} aria-label={t('understood')} disabled={disabled}>
      {chips.length === 0 && <span className={classes.muted}>{t('nothing')}</span>}
      {kinds.map((group) => (
        <Group
          key={group}
          group={group}
          chips={chips.filter((chip) => chip.group === group)}
          onToggle={(chip) => onChange(toggleChip(conditions, chip))}
          onRemove={(chip) => onChange(withoutChip(conditions, chip))}
        />
      ))}
      <AddCondition conditions={conditions} onChange={onChange} />
    </fieldset>
  );
}

interface GroupProps {
  group: ChipGroup;
  chips: readonly Chip[];
  onToggle: (chip: Chip) => void;
  onRemove: (chip: Chip) => void;
}

function Group({ group, chips, onToggle, onRemove }: GroupProps) {
  const { t } = useTranslation('ai-search');
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? chips : chips.slice(0, shownOfGroup);
  return (
    <span className={classes.group}>
      <span className={classes.groupName}>{t(`group.${group}`)}</span>
      {shown.map((chip) => (
        <Fragment key={chip.key}>
          {chip.kind === 'value' && chip.or && <span className={classes.groupName}>{t('or')}</span>}
          <ConditionChip chip={chip} onToggle={() => onToggle(chip)} onRemove={() => onRemove(chip)} />
        </Fragment>
      ))}
      {shown.length < chips.length && (
        <UnstyledButton className={classes.more} onClick={() => setShowsAll(true)}>
          +{chips.length - shown.length}
        </UnstyledButton>
      )}
    </span>
  );
}

function ConditionChip({ chip, onToggle, onRemove }: { chip: Chip; onToggle: () => void; onRemove: () => void }) {
  const { t } = useTranslation('ai-search');
  const label = useChipLabel()(chip);
  const words = (
    <>
      {chip.isExcluded && <IconMinus size={12} stroke={2.4} aria-hidden />}
      <span className={classes.chipLabel}>{label}</span>
    </>
  );
  return (
    <span className={classes.chip} data-excluded={chip.isExcluded || undefined} data-chip={label}>
      {chip.kind === 'range' ? (
        <span className={classes.chipWords}>{words}</span>
      ) : (
        <UnstyledButton
          className={classes.chipWords}
          aria-label={t(chip.isExcluded ? 'chip.exclude' : 'chip.include', { label })}
          title={label}
          onClick={onToggle}
        >
          {words}
        </UnstyledButton>
      )}
      <UnstyledButton className={classes.chipButton} aria-label={t('chip.remove', { label })} onClick={onRemove}>
        <IconX size={12} aria-hidden />
      </UnstyledButton>
    </span>
  );
}

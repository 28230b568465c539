import { type KeyboardEvent, useId } from 'react';
import type { ProfileEditing } from '@headwater/contract/profile-fragments';
import type { MergeChoice } from '@headwater/domain/profiles/merge';
import { useTranslation } from '#lib/use-translation.ts';
import { choicesOf, isEmpty, type MergeRow, resultOf } from '../model/merge-rows.ts';
import { useValueLines } from '../model/use-value-lines.ts';
import classes from './merge.module.css';

interface MergeFieldProps {
  row: MergeRow;
  sides: Readonly<Record<'left' | 'right', ProfileEditing>>;
  choice: MergeChoice;
  onChoose: (choice: MergeChoice) => void;
  onStep: (by: 1 | -1) => void;
}

function Lines({ lines }: { lines: readonly string[] }) {
  const { t } = useTranslation('profile-editor');
  if (lines.length === 0) return <span className={classes.nothing}>{t('merge.nothing')}</span>;
  return lines.map((line, place) => (
    // Lines may be equal, and their order never changes.
    <span key={`${place} ${line}`}>{line}</span>
  ));
}

function useOrigin() {
  const { t } = useTranslation('profile-editor');
  return ({ origins, fragments, is_own: isOwn }: ProfileEditing, field: MergeRow['field']): string => {
    const save = fragments.find(({ id }) => id === origins[field]);
    if (!save) return t(isOwn ? 'merge.origin.own' : 'merge.origin.base');
    if (save.source === 'merge') return t('merge.origin.merge');
    return save.created_by?.name ? t('merge.origin.by', { name: save.created_by.name }) : t('changed');
  };
}

function useKeys({ row, choice, onChoose, onStep }: MergeFieldProps) {
  const offered = choicesOf(row);
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = offered.indexOf(choice);
    const aside = { ArrowLeft: offered[at - 1], ArrowRight: offered[at + 1] }[event.key];
    const chosen = offered[Number(event.key) - 1] ?? aside;
    const step = ({ ArrowUp: -1, ArrowDown: 1, Enter: 1 } as const)[event.key];
    if (chosen) onChoose(chosen);
    else if (step) onStep(step);
    else if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
  };
}

/** 1, 2, 3, left and right choose. Up, down and Enter move to another field. */
export function MergeField(props: MergeFieldProps) {
  const { row, sides, choice, onChoose } = props;
  const { t } = useTranslation('profile-editor');
  const [name, linesOf, originOf] = [useId(), useValueLines(), useOrigin()];
  const onKeyDown = useKeys(props);
  const offered = choicesOf(row);
  const label = t(`field.${row.field}`);
  const radio = (value: MergeChoice, words: string) => (
    <input
      type="radio"
      className={classes.radio}
      name={name}
      value={value}
      checked={choice === value}
      onChange={() => onChoose(value)}
      onKeyDown={onKeyDown}
      aria-label={`${label}: ${words}`}
    />
  );
  return (
    <fieldset className={classes.field} data-merge-field={row.field}>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.sides}>
        {(['left', 'right'] as const).map((side) => (
          <label key={side} className={classes.side} data-chosen={choice === side || choice === 'both' || undefined}>
            {radio(side, t(`merge.choice.${side}`))}
            <span className={classes.value}>
              <Lines lines={linesOf(row.field, row[side])} />
              {!isEmpty(row[side]) && <span className={classes.origin}>{originOf(sides[side], row.field)}</span>}
            </span>
          </label>
        ))}
        {offered.includes('both') && (
          <label className={classes.both} data-chosen={choice === 'both' || undefined}>
            {radio('both', t('merge.choice.both'))}
            <span>{t('merge.choice.both')}</span>
          </label>
        )}
      </div>
      <output className={classes.result} aria-label={`${t('merge.result')}: ${label}`}>
        <span className={classes.resultTitle}>{t('merge.result')}</span>
        <Lines lines={linesOf(row.field, resultOf(row, choice))} />
      </output>
    </fieldset>
  );
}

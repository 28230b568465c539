/**
 * One term of a query. A click on its words switches between include and exclude, the caret opens its options, the cross takes it away.
 *   <Chip label="Go" excluded={false} onToggle={...} onRemove={...} options={<Synonyms />} note="12 408" />
 */
import { Popover, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconMinus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Chip.module.css';

interface ChipProps {
  label: string;
  excluded?: boolean;
  /** Without it the words are not a button. */
  onToggle?: () => void;
  onRemove?: () => void;
  /** What the caret opens. */
  options?: ReactNode;
  /** Shown on hover: what the term costs. */
  note?: string;
  disabled?: boolean;
}

export function Chip({ label, excluded = false, onToggle, onRemove, options, note, disabled = false }: ChipProps) {
  const { t } = useTranslation('ui');
  const words = (
    <>
      {excluded && <IconMinus size={12} stroke={2.4} aria-hidden />}
      <span className={classes.label}>{label}</span>
      {excluded && <span className="hw-visually-hidden">, {t('excluded')}</span>}
    </>
  );
  return (
    <span className={classes.chip} data-excluded={excluded || undefined} data-disabled={disabled || undefined} title={note}>
      {onToggle ? (
        <UnstyledButton
          className={classes.words}
          disabled={disabled}
          aria-pressed={!excluded}
          aria-label={t('chipToggle', { label })}
          onClick={onToggle}
        >
          {words}
        </UnstyledButton>
      ) : (
        <span className={classes.words}>{words}</span>
      )}
      {options && (
        <Popover trapFocus returnFocus position="bottom-start">
          <Popover.Target>
            <UnstyledButton className={classes.button} disabled={disabled} aria-label={t('chipMore', { label })}>
              <IconChevronDown size={12} aria-hidden />
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown>{options}</Popover.Dropdown>
        </Popover>
      )}
      {onRemove && (
        <UnstyledButton className={classes.button} disabled={disabled} aria-label={t('chipRemove', { label })} onClick={onRemove}>
          <IconX size={12} aria-hidden />
        </UnstyledButton>
      )}
    </span>
  );
}

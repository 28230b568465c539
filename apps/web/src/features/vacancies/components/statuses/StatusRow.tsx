import { ActionIcon, Switch, Tooltip } from '@mantine/core';
import { IconCornerDownRight, IconGripVertical, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import type { CandidateStatus } from '@headwater/contract/statuses';
import { useTranslation } from '#lib/use-translation.ts';
import type { StatusFields } from '../../api/statuses.ts';
import { ColorChoice } from './ColorChoice.tsx';
import { useRowDrag } from './row-drag.ts';
import classes from './StatusList.module.css';
import { StatusName } from './StatusName.tsx';

export type ShownStatus = Omit<CandidateStatus, 'substatuses'>;

interface StatusRowProps {
  status: ShownStatus;
  level: string;
  refusal: string | undefined;
  onUpdate: (fields: StatusFields) => void;
  onRemove: () => void;
  /** Undefined for a substatus: there are two levels. */
  onAddBelow: (() => void) | undefined;
  onDrop: (dragged: number, edge: 'above' | 'below') => void;
  onStep: (step: number) => void;
}

function Marks({ status }: { status: ShownStatus }) {
  const { t } = useTranslation('vacancies');
  return (
    <span className={classes.marks}>
      {status.in_use && <span className={classes.mark}>{t('inUse')}</span>}
      {status.used_by_mixmax && <span className={classes.mark}>Mixmax</span>}
    </span>
  );
}

/** STS-002 to STS-017. */
export function StatusRow({ status, level, refusal, onUpdate, onRemove, onAddBelow, onDrop, onStep }: StatusRowProps) {
  const { t } = useTranslation(['vacancies', 'ui']);
  const row = useRef<HTMLDivElement>(null);
  const grip = useRef<HTMLButtonElement>(null);
  const { dragging, edge } = useRowDrag({ row, grip, id: status.id, level, onDrop });
  const { name, used_by_mixmax: locked } = status;
  const byKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onStep(step);
  };
  return (
    <>
      <div
        ref={row}
        className={classes.row}
        data-sub={onAddBelow ? undefined : true}
        data-dragging={dragging || undefined}
        data-edge={edge}
      >
        <Tooltip label={t('moveHint')}>
          <ActionIcon
            ref={grip}
            className={classes.grip}
            size={24}
            aria-label={t('moveStatus', { name })}
            onKeyDown={byKey}
            data-grip={status.id}
          >
            <IconGripVertical size={14} />
          </ActionIcon>
        </Tooltip>
        <ColorChoice name={name} color={status.color} disabled={locked} onChange={(color) => onUpdate({ color })} />
        <span className={classes.words}>
          <StatusName name={name} disabled={locked} onRename={(next) => onUpdate({ name: next })} />
          <Marks status={status} />
        </span>
        <span className={classes.switch}>
          <Switch
            size="xs"
            aria-label={t('activeOf', { name })}
            checked={status.is_active}
            onChange={(event) => onUpdate({ is_active: event.currentTarget.checked })}
          />
        </span>
        <span className={classes.switch}>
          <Switch
            size="xs"
            aria-label={t('selectedOf', { name })}
            checked={status.selected}
            onChange={(event) => onUpdate({ selected: event.currentTarget.checked })}
          />
        </span>
        <span className={classes.tools}>
          {onAddBelow && (
            <Tooltip label={t('addSubstatus')}>
              <ActionIcon aria-label={t('addSubstatusTo', { name })} onClick={onAddBelow}>
                <IconCornerDownRight size={16} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label={t('delete', { ns: 'ui' })}>
            <ActionIcon aria-label={t('deleteStatus', { name })} onClick={onRemove}>
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </span>
      </div>
      {refusal && (
        <p className={classes.refusal} role="alert">
          {refusal}
        </p>
      )}
    </>
  );
}

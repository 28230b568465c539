import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { VariableText } from '#features/editor/components/VariableText.tsx';
import { useLive } from '#features/editor/model/live.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showSnackbar } from '#ui/snackbar.tsx';
import { replySubject } from '@headwater/domain/outreach/variants';
import { knownVariables, moveStep, newStep, type StepDraft, subjectBefore } from '../../model/steps.ts';
import { isMessenger, type StepChannel } from '@headwater/domain/outreach/channels';
import { AddStep } from './AddStep.tsx';
import { ChannelIcon } from '../ChannelIcon.tsx';
import { useScheduleWords } from './schedule-words.ts';
import classes from './steps.module.css';

interface StepListProps {
  steps: readonly StepDraft[];
  chosen: string;
  onChoose: (key: string) => void;
  onChange: (steps: StepDraft[]) => void;
  faulty: ReadonlySet<string>;
  disabled?: boolean;
  messenger?: boolean;
}

interface StepCardProps extends Omit<StepListProps, 'steps' | 'onChange' | 'messenger'> {
  step: StepDraft;
  /** Subject that an e-mail without one replies to. */
  before: string;
  variables: ReturnType<typeof knownVariables>;
  index: number;
  last: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function StepTools({ index, last, onMove, onRemove }: Pick<StepCardProps, 'index' | 'last' | 'onMove' | 'onRemove'>) {
  const { t } = useTranslation('mailings');
  const number = index + 1;
  const tools = [
    { label: t('steps.up', { number }), Icon: IconArrowUp, off: index === 0, act: () => onMove(index - 1) },
    { label: t('steps.down', { number }), Icon: IconArrowDown, off: last, act: () => onMove(index + 1) },
    { label: t('steps.remove', { number }), Icon: IconTrash, off: index === 0 && last, act: onRemove },
  ];
  return (
    <div className={classes.stepTools}>
      {tools.map(({ label, Icon, off, act }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon size={24} aria-label={label} disabled={off} onClick={act}>
            <Icon size={14} />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}

function StepCard({ step, before, variables, index, last, chosen, onChoose, faulty, disabled = false, onMove, onRemove }: StepCardProps) {
  const { t } = useTranslation('mailings');
  const words = useScheduleWords();
  const first = index === 0;
  const isPlain = isMessenger(step.channel);
  const name = nameOf(step, before);
  return (
    <li className={classes.card} data-chosen={step.key === chosen || undefined} data-faulty={faulty.has(step.key) || undefined}>
      <button
        type="button"
        className={classes.cardButton}
        aria-current={step.key === chosen ? 'step' : undefined}
        onClick={() => onChoose(step.key)}
      >
        <span className={classes.cardTitle}>
          <span className={classes.number} aria-hidden>
            {index + 1}
          </span>
          {first ? t('steps.first') : t('steps.followUp', { number: index + 1 })}
          <ChannelIcon channel={step.channel} />
          {faulty.has(step.key) && <span className={classes.fault}>{t('steps.faulty')}</span>}
        </span>
        <span className={classes.cardSubject}>
          {name ? <VariableText text={name} variables={variables} /> : t(isPlain ? 'steps.noText' : 'steps.noSubject')}
        </span>
        <span className={classes.cardWhen}>{words(step.schedule, first)}</span>
      </button>
      {!disabled && <StepTools index={index} last={last} onMove={onMove} onRemove={onRemove} />}
    </li>
  );
}

const nameOf = ({ channel, subject, body }: StepDraft, before: string): string => {
  if (isMessenger(channel)) return body.trim().split('\n')[0] ?? '';
  return subject.trim() || (before && replySubject(before));
};

const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>(`.${classes.cardButton}`)];
  const at = buttons.findIndex((button) => button === document.activeElement);
  if (by === undefined || at < 0) return;
  event.preventDefault();
  buttons[at + by]?.focus();
};

/** MAIL-003, MAIL-004. Arrow keys move between the messages. */
export function StepList({ steps, chosen, onChoose, onChange, faulty, disabled = false, messenger = false }: StepListProps) {
  const { t } = useTranslation(['mailings', 'ui']);
  const live = useLive(steps);
  const add = (channel: StepChannel) => {
    const step = newStep(steps.at(-1), { channel });
    onChange([...steps, step]);
    sendEvent('Follow-Up: Add', { Messages_Count: steps.length + 1 });
    onChoose(step.key);
  };
  const remove = (index: number) => {
    const removed = steps[index];
    const left = steps.toSpliced(index, 1);
    onChange(left);
    sendEvent('Follow-Up: Delete', { Messages_Count: left.length });
    const next = left[Math.min(index, left.length - 1)];
    if (next && !left.some(({ key }) => key === chosen)) onChoose(next.key);
    // For the server, a restored step is a new message.
    const restore = () => removed && onChange(live().toSpliced(index, 0, { ...removed, id: undefined }));
    showSnackbar({ message: t('steps.removed'), action: { label: t('undo', { ns: 'ui' }), act: restore } });
  };
  return (
    <nav className={classes.steps} aria-label={t('steps.title')}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between the buttons inside */}
      <ol className={classes.cards} onKeyDown={moveFocus}>
        {steps.map((step, index) => (
          <StepCard
            key={step.key}
            step={step}
            before={subjectBefore(steps, step.key)}
            variables={knownVariables(steps, step)}
            index={index}
            last={index === steps.length - 1}
            chosen={chosen}
            onChoose={onChoose}
            faulty={faulty}
            disabled={disabled}
            onMove={(to) => onChange(moveStep(steps, index, to))}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      {!disabled && <AddStep messenger={messenger} onAdd={add} />}
    </nav>
  );
}

import { ActionIcon, Checkbox, Tooltip } from '@mantine/core';
import { IconArrowsExchange, IconMessage2 } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { CandidateView } from '@headwater/contract/candidates';
import type { StatusBadge } from '@headwater/contract/statuses';
import { useTranslation } from '#lib/use-translation.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { useOpenStatusMenu } from '../StatusMenu.tsx';
import { useDraggableCard } from './board-drag.ts';
import classes from './CandidateBoard.module.css';
import { CandidateLink } from './CandidateLink.tsx';
import { ContactKinds, DaysInStatus } from './CardFacts.tsx';
import { nameOf, positionOf, type RowAction } from './columns.tsx';
import { FitMark } from './FitMark.tsx';
import { MessagingState } from './MessagingState.tsx';

export interface BoardCardProps {
  candidate: CandidateView;
  /** True once after a status change: the new card takes the focus. */
  takesFocus: (candidateId: number) => boolean;
  statuses: readonly StatusBadge[];
  onStatus: ((candidate: CandidateView, status: StatusBadge) => void) | undefined;
  open: boolean;
  chosen: boolean;
  onOpen: () => void;
  rowAction: RowAction | undefined;
  onChoose: (() => void) | undefined;
}

function neighbour(statuses: readonly StatusBadge[], current: number, step: number): StatusBadge | undefined {
  const at = statuses.findIndex(({ id }) => id === current);
  return at < 0 ? undefined : statuses[at + step];
}

function CardFoot({ candidate, name, statuses, onStatus }: Pick<BoardCardProps, 'candidate' | 'statuses' | 'onStatus'> & { name: string }) {
  const { t } = useTranslation('vacancies');
  const openMenu = useOpenStatusMenu();
  return (
    <div className={classes.cardFoot}>
      <DaysInStatus since={candidate.status_since} />
      <span className={classes.signs}>
        <ContactKinds kinds={candidate.profile.contact_types} />
        {candidate.comments > 0 && (
          <span className={classes.sign}>
            <IconMessage2 size={14} stroke={1.6} aria-hidden />
            <span aria-hidden>{candidate.comments}</span>
            <span className="hw-visually-hidden">{t('commentCount', { count: candidate.comments })}</span>
          </span>
        )}
      </span>
      {onStatus && (
        <Tooltip label={t('toStatus')}>
          <ActionIcon
            className={classes.move}
            size={24}
            aria-haspopup="menu"
            aria-label={t('statusOf', { name, status: candidate.status.name })}
            onClick={(event) =>
              openMenu({
                anchor: event.currentTarget,
                statuses,
                current: candidate.status.id,
                onChoose: (status) => onStatus(candidate, status),
              })
            }
          >
            <IconArrowsExchange size={14} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}

export function BoardCard({ candidate, takesFocus, statuses, onStatus, open, chosen, onOpen, rowAction, onChoose }: BoardCardProps) {
  const { t } = useTranslation(['vacancies', 'ui']);
  const card = useRef<HTMLLIElement>(null);
  const dragging = useDraggableCard(card, candidate, onStatus !== undefined);
  useEffect(() => {
    if (takesFocus(candidate.id)) card.current?.querySelector<HTMLElement>('[data-card]')?.focus();
  }, [takesFocus, candidate.id]);
  const name = nameOf(candidate, t);
  const byKey = (event: KeyboardEvent) => {
    if (!event.shiftKey) return;
    const next = neighbour(statuses, candidate.status.id, { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0);
    if (!next || next.id === candidate.status.id || !onStatus) return;
    event.preventDefault();
    onStatus(candidate, next);
  };
  return (
    <li
      ref={card}
      className={classes.card}
      data-dragging={dragging || undefined}
      data-open={open || undefined}
      data-chosen={chosen || undefined}
      data-candidate={candidate.id}
    >
      <div className={classes.cardHead}>
        <span className={classes.face} data-chooses={onChoose ? true : undefined}>
          <Avatar name={name} src={candidate.profile.picture} size={24} />
          {onChoose && (
            <span className={classes.box} data-box>
              <Checkbox aria-label={t('selectRow', { ns: 'ui', name })} checked={chosen} onChange={onChoose} />
            </span>
          )}
        </span>
        <CandidateLink
          profileId={candidate.profile.id}
          className={classes.name}
          title={name}
          data-card
          aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
          onOpen={onOpen}
          onKeyDown={byKey}
        >
          {name}
        </CandidateLink>
        {rowAction && <span className={classes.act}>{rowAction(candidate)}</span>}
      </div>
      <p className={classes.position} title={positionOf(candidate)}>
        {positionOf(candidate) || ' '}
      </p>
      {candidate.fit && (
        <p className={classes.fit}>
          <FitMark fit={candidate.fit} />
        </p>
      )}
      {candidate.rejection_reason && <p className={classes.position}>{candidate.rejection_reason.name}</p>}
      {candidate.messaging_status && (
        <p className={classes.message}>
          <MessagingState candidate={candidate} dated />
        </p>
      )}
      <CardFoot candidate={candidate} name={name} statuses={statuses} onStatus={onStatus} />
    </li>
  );
}

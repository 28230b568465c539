import { IconMessage2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CandidateView } from '@headwater/contract/candidates';
import type { StatusBadge } from '@headwater/contract/statuses';
import type { VacancyView } from '@headwater/contract/vacancies';
import { placeLine } from '#lib/place-line.ts';
import type { TFunction } from '#lib/translate.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { CandidateReason } from '../reasons/CandidateReason.tsx';
import { shortName } from '../person-name.ts';
import { StatusButton } from '../StatusButton.tsx';
import classes from './candidates.module.css';
import { CandidateLink } from './CandidateLink.tsx';
import { FitMark } from './FitMark.tsx';
import { MessagingState } from './MessagingState.tsx';

export type RowAction = (candidate: CandidateView) => ReactNode;

type Words = TFunction<['vacancies', 'ui']>;

export const positionOf = ({ profile }: CandidateView) =>
  [profile.title, profile.company].filter(Boolean).join(', ') || profile.headline || '';
export const nameOf = ({ profile }: CandidateView, t: Words) => profile.name ?? t('hiddenName');

function Comments({ candidate, t }: { candidate: CandidateView; t: Words }) {
  if (candidate.comments === 0) return <span className={classes.quiet}>—</span>;
  return (
    <span className={classes.comments}>
      <IconMessage2 size={14} stroke={1.6} aria-hidden />
      <span aria-hidden>{candidate.comments}</span>
      <span className="hw-visually-hidden">{t('commentCount', { count: candidate.comments })}</span>
    </span>
  );
}

function SecondLine({ fit, position }: { fit: CandidateView['fit']; position: string }) {
  return (
    <span className={`${classes.clip} ${classes.quiet}`}>
      {fit && <FitMark fit={fit} />}
      {fit && position !== '' && ' · '}
      {position}
    </span>
  );
}

interface ColumnOptions {
  statuses: VacancyView['statuses'];
  /** Undefined: the user may not change statuses. */
  onStatus: ((candidate: CandidateView, status: StatusBadge) => void) | undefined;
  room: 'phone' | 'narrow' | 'wide';
  /** ROLE-055: no columns for data that the user may not see. */
  shows: { messaging: boolean; comments: boolean };
  onOpen: (candidate: CandidateView) => void;
  rowAction: RowAction | undefined;
}

export function candidateColumns(
  t: Words,
  { statuses, onStatus, room, shows, onOpen, rowAction }: ColumnOptions,
): DataColumn<CandidateView>[] {
  const phone = room === 'phone';
  const rejects = ({ status }: CandidateView) => statuses.some(({ id, is_rejection: isRejection }) => id === status.id && isRejection);
  const columns: (DataColumn<CandidateView> | false)[] = [
    {
      id: 'name',
      header: t('personName'),
      hideable: false,
      ...(room === 'wide' ? { width: 216 } : { minWidth: phone ? 120 : 190 }),
      cell: (candidate) => (
        <span className={classes.person}>
          {!phone && <Avatar name={nameOf(candidate, t)} src={candidate.profile.picture} size={28} />}
          <span className={classes.stack}>
            <CandidateLink profileId={candidate.profile.id} className={classes.link} tabIndex={-1} onOpen={() => onOpen(candidate)}>
              {nameOf(candidate, t)}
            </CandidateLink>
            <SecondLine fit={candidate.fit} position={room === 'wide' ? '' : positionOf(candidate)} />
          </span>
        </span>
      ),
    },
    room === 'wide' && {
      id: 'now',
      header: t('now'),
      minWidth: 150,
      cell: (candidate) => (
        <span className={classes.stack}>
          <span className={classes.clip}>{positionOf(candidate) || '—'}</span>
          <span className={`${classes.clip} ${classes.quiet}`}>{placeLine(candidate.profile)}</span>
        </span>
      ),
    },
    {
      id: 'status',
      header: t('status'),
      width: phone ? 116 : 150,
      cell: (candidate) => (
        <span className={classes.states}>
          <StatusButton
            status={candidate.status}
            name={nameOf(candidate, t)}
            statuses={statuses}
            onChange={onStatus && ((status) => onStatus(candidate, status))}
          />
          {(candidate.rejection_reason ?? rejects(candidate)) && (
            <CandidateReason candidate={candidate} name={nameOf(candidate, t)} changes={onStatus !== undefined} />
          )}
          {phone && shows.messaging && candidate.messaging_status && <MessagingState candidate={candidate} />}
        </span>
      ),
    },
    !phone &&
      shows.messaging && {
        id: 'messages',
        header: t('messages'),
        width: 140,
        cell: (candidate) => <MessagingState candidate={candidate} />,
      },
    room === 'wide' && {
      id: 'added_by',
      header: t('addedBy'),
      width: 105,
      optional: 1,
      cell: ({ created_by }) => <span className={classes.quiet}>{shortName(created_by)}</span>,
    },
    !phone && { id: 'updated', header: t('updated'), width: 140, cell: ({ updated_at }) => <RelativeTime value={updated_at} /> },
    room === 'wide' &&
      shows.comments && {
        id: 'comments',
        header: t('comments'),
        width: 105,
        cell: (candidate) => <Comments candidate={candidate} t={t} />,
      },
    rowAction !== undefined && { id: 'act', header: '', width: 40, hideable: false, edge: true, cell: rowAction },
  ];
  return columns.filter((column) => column !== false);
}

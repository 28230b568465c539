import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { OpenedCandidate, OpenedShortlist } from '@headwater/contract/shortlists';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { placeLine } from '#lib/place-line.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { openedCandidateQuery, useReviewByLink } from '../api/shortlists.ts';
import { ReviewForm } from './ReviewForm.tsx';
import classes from './shortlists.module.css';

type RenderPerson = (person: OpenedCandidate['profile']) => ReactNode;
type Listed = OpenedShortlist['candidates'][number];

function Row({ title, items }: { title: string; items: readonly { key: string; text: ReactNode }[] }) {
  if (items.length === 0) return null;
  return (
    <section className={classes.section}>
      <h3 className={classes.title}>{title}</h3>
      <ul className={classes.plain}>
        {items.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

function Person({ hash, id, renderPerson }: { hash: string; id: number; renderPerson: RenderPerson }) {
  const { t } = useTranslation('shortlists');
  const query = useQuery(openedCandidateQuery(hash, id));
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonText lines={6} />;
  const { profile } = query.data;
  return (
    <>
      {renderPerson(profile)}
      <Row title={t('visitor.contacts')} items={profile.contacts.map(({ type, value }) => ({ key: `${type} ${value}`, text: value }))} />
      <Row
        title={t('visitor.links')}
        items={profile.display_links.map(({ url, label }) => ({
          key: url,
          text: (
            <a href={url} target="_blank" rel="noopener noreferrer nofollow">
              {label}
            </a>
          ),
        }))}
      />
      <Row title={t('visitor.tags')} items={profile.tags.map((tag) => ({ key: tag, text: tag }))} />
      <Row
        title={t('visitor.comments')}
        items={profile.comments.map(({ text, author, at }) => ({
          key: `${at} ${text}`,
          text: (
            <>
              <span className={classes.quiet}>
                {author}, {formatDate(at, currentLanguage())}
              </span>
              <p className={classes.reviewText}>{text}</p>
            </>
          ),
        }))}
      />
    </>
  );
}

function Candidate({ hash, candidate, renderPerson }: { hash: string; candidate: Listed; renderPerson: RenderPerson }) {
  const { t } = useTranslation('shortlists');
  const review = useReviewByLink(hash);
  const [open, setOpen] = useState(false);
  const { profile } = candidate;
  const name = profile.name ?? t('hiddenName');
  const position = [profile.title, profile.company].filter(Boolean).join(', ') || profile.headline;
  const Chevron = open ? IconChevronUp : IconChevronDown;
  return (
    <li className={classes.card}>
      <UnstyledButton className={classes.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Avatar name={name} size={40} />
        <span className={classes.words}>
          <span className={classes.name}>{name}</span>
          <span>{position}</span>
          <span className={classes.quiet}>{placeLine(profile)}</span>
        </span>
        <span className={classes.quiet}>{t('visitor.profile')}</span>
        <Chevron size={16} aria-hidden />
      </UnstyledButton>
      {open && <Person hash={hash} id={candidate.id} renderPerson={renderPerson} />}
      <ReviewForm name={name} own={candidate.review} showsOwn onReview={(given) => review(candidate.id, given)} />
    </li>
  );
}

interface VisitorShortlistProps {
  hash: string;
  shortlist: OpenedShortlist;
  renderPerson: RenderPerson;
}

/** PPL-003 */
export function VisitorShortlist({ hash, shortlist, renderPerson }: VisitorShortlistProps) {
  const { t } = useTranslation('shortlists');
  const { candidates, reviewer, shared_by: sharedBy } = shortlist;
  const who = [sharedBy.name, sharedBy.company].filter(Boolean).join(', ');
  const done = candidates.filter((candidate) => candidate.review).length;
  return (
    <>
      <h1 className={classes.heading}>{t('visitor.title', { vacancy: shortlist.vacancy })}</h1>
      <p className={classes.quiet}>{t('visitor.by', { reviewer, who, date: formatDate(shortlist.expires_at, currentLanguage()) })}</p>
      {candidates.length === 0 ? (
        <p>
          {t('visitor.none')}. {t('visitor.noneText')}
        </p>
      ) : (
        <p aria-live="polite">{t('visitor.progress', { done, total: candidates.length })}</p>
      )}
      <ul className={`${classes.list} ${classes.bare}`}>
        {candidates.map((candidate) => (
          <Candidate key={candidate.id} hash={hash} candidate={candidate} renderPerson={renderPerson} />
        ))}
      </ul>
    </>
  );
}

import { Checkbox } from '@mantine/core';
import { memo, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import type { FoundProfile } from '@headwater/contract/search';
import type { Ranking } from '@headwater/domain/query/rankings';
import { formatMonthAfter } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { placeLine } from '#lib/place-line.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { lazyAside } from '#ui/lazy-part.tsx';
import { ExperienceSummary, useSortFact } from './ExperienceSummary.tsx';
import { ActivityFlags } from './ActivityFlags.tsx';
import { ContactKinds, ProfileFlags } from './ProfileFlags.tsx';
import { HighlightedText } from './HighlightedText.tsx';
import { InVacancies, MatchedLine } from './MatchedLine.tsx';
import { type PersonActions, RowActions } from './RowActions.tsx';
import { SkillList } from './SkillList.tsx';
import classes from './row.module.css';

const FitFlag = lazyAside(() => import('../../alike/FitFlag.tsx'), 'FitFlag', ['alike']);

interface ResultRowProps {
  profile: FoundProfile;
  chosen: boolean;
  open: boolean;
  active: boolean;
  viewed: boolean;
  href: string;
  ranking: Ranking;
  width: number;
  isWide: boolean;
  actions: PersonActions;
  aside?: ReactNode;
  onChoose: (isRange: boolean) => void;
  onOpen: (whole: boolean) => void;
  onFocus: () => void;
}

/** Has a Telegram username or a dialog. */
const reachedByTelegram = ({ contact_types: types, dialog }: FoundProfile) => dialog !== null || types.includes('telegram');

const isPlainClick = (event: MouseEvent) => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** Memoised: a key press renders all rows, and its highlight must not wait. */
const Marks = memo(function Marks({ profile }: { profile: FoundProfile }) {
  return (
    <span className={classes.flags}>
      {profile.fit && (
        <Suspense fallback={null}>
          <FitFlag fit={profile.fit} className={classes.flag} />
        </Suspense>
      )}
      <ActivityFlags comments={profile.comments} recipients={profile.recipients} dialog={profile.dialog} />
      <ContactKinds kinds={profile.contact_types} />
      <ProfileFlags profile={profile} />
    </span>
  );
});

interface AboutProps {
  profile: FoundProfile;
  ranking: Ranking;
  width: number;
  isWide: boolean;
  hasAside: boolean;
}

/** Width of everything except the text: checkbox, picture, gaps, right half and end of the row. */
const sideWidth = ({ isWide, hasAside }: Pick<AboutProps, 'isWide' | 'hasAside'>) => (isWide ? 470 : 128) + (hasAside ? 80 : 0);

const About = memo(function About({ profile, ranking, width, isWide, hasAside }: AboutProps) {
  const { t } = useTranslation('search');
  const sortFact = useSortFact();
  const facts = [
    isWide ? '' : sortFact(profile, ranking),
    profile.since && t('since', { date: formatMonthAfter(profile.since, currentLanguage()) }),
    profile.until && t('until', { date: formatMonthAfter(profile.until, currentLanguage()) }),
    placeLine(profile),
  ].filter(Boolean);
  return (
    <>
      <div className={classes.lines}>
        <WorkLine profile={profile} />
        <div className={classes.facts}>{facts.join(' · ') || '—'}</div>
      </div>
      <div className={classes.skillLine}>
        <SkillList skills={profile.skills} count={profile.skills_count} room={width - sideWidth({ isWide, hasAside })} />
      </div>
      <MatchedLine profile={profile} />
      <AboutLine profile={profile} />
    </>
  );
});

export function ResultRow(props: ResultRowProps) {
  const { profile, chosen, open, active, viewed, href, ranking, width, isWide, onChoose, onOpen, onFocus } = props;
  const { t } = useTranslation('search');
  const [isNear, setNear] = useState(false);
  const name = profile.name ?? profile.nick ?? t('nameless');
  const clickLink = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    event.stopPropagation();
    // Enter on the link fires a click without a pointer.
    onOpen(event.detail === 0);
  };
  const clickCard = (event: MouseEvent<HTMLElement>) => {
    const isOther = (event.target as HTMLElement).closest('a, button, input, label') !== null || (getSelection()?.toString() ?? '') !== '';
    if (!isOther && isPlainClick(event)) onOpen(false);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the link inside has the same function
    <li
      className={classes.row}
      data-profile={profile.id}
      data-open={open || undefined}
      data-chosen={chosen || undefined}
      data-active={active || undefined}
      data-wide={isWide || undefined}
      data-aside={props.aside !== undefined || undefined}
      onClick={clickCard}
      onFocus={() => {
        setNear(true);
        onFocus();
      }}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={() => setNear(false)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setNear(false)}
    >
      <Checkbox
        className={classes.check}
        aria-label={t('select', { name })}
        checked={chosen}
        onChange={() => {}}
        onClick={(event) => onChoose(event.shiftKey)}
      />
      <Avatar key={profile.id} name={name} src={profile.picture} size={36} />
      <div className={classes.body}>
        <div className={classes.head}>
          <a
            href={href}
            className={classes.name}
            data-preview
            data-viewed={viewed || undefined}
            aria-current={open || undefined}
            onClick={clickLink}
          >
            {name}
          </a>
          {viewed && <span className={classes.viewed}>{t('viewed')}</span>}
          <InVacancies folders={profile.folders} />
          <Marks profile={profile} />
        </div>
        <About profile={profile} ranking={ranking} width={width} isWide={isWide} hasAside={props.aside !== undefined} />
      </div>
      {isWide && <ExperienceSummary person={profile} ranking={ranking} />}
      {props.aside}
      {isNear && <RowActions id={profile.id} name={name} hasTelegram={reachedByTelegram(profile)} actions={props.actions} />}
    </li>
  );
}

type Where = FoundProfile['excerpts'][number]['where'];

function Piece({ profile, where, text }: { profile: FoundProfile; where: Where; text: string }) {
  const excerpt = profile.excerpts.find((one) => one.where === where);
  return excerpt ? <HighlightedText {...excerpt} /> : text;
}

function WorkLine({ profile }: { profile: FoundProfile }) {
  const { title, headline, company } = profile;
  return (
    <div className={classes.work}>
      {title !== null ? (
        <Piece profile={profile} where="title" text={title} />
      ) : (
        headline && <Piece profile={profile} where="headline" text={headline} />
      )}
      {company && (title ?? headline) && ', '}
      {company && <Piece profile={profile} where="company" text={company} />}
      {!title && !headline && !company && '—'}
    </div>
  );
}

function AboutLine({ profile }: { profile: FoundProfile }) {
  const excerpt = profile.excerpts.find((one) => one.where === 'about');
  return excerpt ? (
    <p className={classes.about}>
      <HighlightedText {...excerpt} />
    </p>
  ) : null;
}

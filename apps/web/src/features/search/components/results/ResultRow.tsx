import { Checkbox } from '@mantine/core';
import { memo, type MouseEvent, type ReactNode, useState } from 'react';
import type { FoundProfile } from '@headwater/contract/search';
import type { Ranking } from '@headwater/domain/query/rankings';
import { formatMonthAfter } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { placeLine } from '#lib/place-line.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { ExperienceSummary, useSortFact } from './ExperienceSummary.tsx';
import { ActivityFlags } from './ActivityFlags.tsx';
import { ContactKinds, ProfileFlags } from './ProfileFlags.tsx';
import { HighlightedText } from './HighlightedText.tsx';
import { InVacancies, MatchedLine } from './MatchedLine.tsx';
import { type PersonActions, RowActions } from './RowActions.tsx';
import { SkillList } from './SkillList.tsx';
import classes from './row.module.css';

interface ResultRowProps {
  profile: FoundProfile;
  chosen: boolean;
  open: boolean;
  /** Has, or last had, the focus of the keyboard. */
  active: boolean;
  viewed: boolean;
  href: string;
  ranking: Ranking;
  width: number;
  isWide: boolean;
  actions: PersonActions;
  /** What another screen says and asks of a person, at the end of the row. */
  aside?: ReactNode;
  onChoose: (isRange: boolean) => void;
  /** `whole`: the page, not the pane. */
  onOpen: (whole: boolean) => void;
  onFocus: () => void;
}

/** Whoever has a name there, or was written to. */
const reachedByTelegram = ({ contact_types: types, dialog }: FoundProfile) => dialog !== null || types.includes('telegram');

const isPlainClick = (event: MouseEvent) => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** Kept as they are while the same person stands in the row: a press draws all rows anew, and its mark must be there at once. */
const Marks = memo(function Marks({ profile }: { profile: FoundProfile }) {
  return (
    <>
      <ProfileFlags profile={profile} />
      <ActivityFlags comments={profile.comments} recipients={profile.recipients} dialog={profile.dialog} />
      <ContactKinds kinds={profile.contact_types} />
    </>
  );
});

interface AboutProps {
  profile: FoundProfile;
  ranking: Ranking;
  /** Pixels of the list. */
  width: number;
  isWide: boolean;
  hasAside: boolean;
}

/** What stands beside the text of a row: box, picture and gaps, the right half and the end of the row where there are any. */
const besides = ({ isWide, hasAside }: Pick<AboutProps, 'isWide' | 'hasAside'>) => (isWide ? 470 : 128) + (hasAside ? 80 : 0);

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
        <SkillList skills={profile.skills} count={profile.skills_count} room={width - besides({ isWide, hasAside })} />
        <MatchedLine profile={profile} />
      </div>
      <AboutLine profile={profile} />
    </>
  );
});

/** One found person. The whole card opens the pane; its name is a real link to the whole page. */
export function ResultRow(props: ResultRowProps) {
  const { profile, chosen, open, active, viewed, href, ranking, width, isWide, onChoose, onOpen, onFocus } = props;
  const { t } = useTranslation('search');
  const [isNear, setNear] = useState(false);
  const name = profile.name ?? profile.nick ?? t('nameless');
  const clickLink = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    event.stopPropagation();
    // Enter on the link is a click without a pointer.
    onOpen(event.detail === 0);
  };
  const clickCard = (event: MouseEvent<HTMLElement>) => {
    const isOther = (event.target as HTMLElement).closest('a, button, input, label') !== null || (getSelection()?.toString() ?? '') !== '';
    if (!isOther && isPlainClick(event)) onOpen(false);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the link inside does the same by keyboard
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
          <Marks profile={profile} />
          <InVacancies folders={profile.folders} />
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

/** A piece of the card, with the words that were found in it set off. */
function Piece({ profile, where, text }: { profile: FoundProfile; where: Where; text: string }) {
  const excerpt = profile.excerpts.find((one) => one.where === where);
  return excerpt ? <HighlightedText {...excerpt} /> : text;
}

/** What the person does, and where. */
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

/** The person's own words, where only they hold what was asked for. */
function AboutLine({ profile }: { profile: FoundProfile }) {
  const excerpt = profile.excerpts.find((one) => one.where === 'about');
  return excerpt ? (
    <p className={classes.about}>
      <HighlightedText {...excerpt} />
    </p>
  ) : null;
}

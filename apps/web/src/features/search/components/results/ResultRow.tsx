import { Checkbox } from '@mantine/core';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundProfile } from '@headwater/contract/search';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { ContactKinds, Flags } from './Flags.tsx';
import { MatchedLine } from './MatchedLine.tsx';
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
  onChoose: (isRange: boolean) => void;
  /** `whole`: the page, not the pane. */
  onOpen: (whole: boolean) => void;
  onFocus: () => void;
}

const isPlainClick = (event: MouseEvent) => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** '2023-10' -> 'Oct 2023', 'окт. 2023': the form of the month that stands behind a preposition. '2023' stays. */
function sinceWords(since: string): string {
  if (!/^\d{4}-\d{2}/.test(since)) return since;
  const [, month = '', year = ''] = /^\d+\s+(\S+)\s+(\d{4})/.exec(formatDate(`${since.slice(0, 7)}-01`, currentLanguage())) ?? [];
  return `${month} ${year}`;
}

/** One found person. The whole card opens the pane; its name is a real link to the whole page. */
export function ResultRow({ profile, chosen, open, active, viewed, href, onChoose, onOpen, onFocus }: ResultRowProps) {
  const { t } = useTranslation('search');
  const name = profile.name ?? profile.nick ?? t('nameless');
  const place = [profile.city, profile.country_code ?? profile.country].filter(Boolean).join(', ');
  const work = [profile.title ?? profile.headline, profile.company].filter(Boolean).join(', ');
  const facts = [profile.since && t('since', { date: sinceWords(profile.since) }), place].filter(Boolean).join(' · ');
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
      onClick={clickCard}
      onFocus={onFocus}
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
          <a href={href} className={classes.name} data-viewed={viewed || undefined} aria-current={open || undefined} onClick={clickLink}>
            {name}
          </a>
          {viewed && <span className={classes.viewed}>{t('viewed')}</span>}
          <Flags profile={profile} />
          <ContactKinds kinds={profile.contact_types} />
        </div>
        <div className={classes.work}>{work || '—'}</div>
        <div className={classes.facts}>{facts || '—'}</div>
        <SkillList skills={profile.skills} count={profile.skills_count} />
        <MatchedLine profile={profile} />
      </div>
    </li>
  );
}

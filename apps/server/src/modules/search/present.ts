import type { FoundProfile } from '@headwater/contract/search';
import { splitLevel } from '@headwater/domain/query/seniority';
import type { TermData } from '@headwater/domain/query/term';
import type { LatestDialog } from '#modules/messaging/telegram/public.ts';
import type { ProfileCard } from '#modules/profiles/public.ts';
import type { NewestFitNoteRow } from '#modules/vacancies/public.ts';
import type { JsonRow } from '#platform/database/batch-queries.ts';
import { excerptsOfCard, type HighlightsByPart, highlightsOfTerms } from './highlight.ts';
import type { Match, SearchHit } from './port.ts';
import type { FolderOfProfile } from './store/company-ids.ts';
import type { ProfileEvent } from './store/events.ts';
import type { ListedComment, ListedMessage } from './store/listed.ts';
import { genericJob } from './query/generic-job-words.ts';
import { placeNamed, skillValue, valueOf } from './reference-ids.ts';

const isHome = (term: TermData, match: Match, cityId: number | null) =>
  match.field === 'place' && cityId !== null && placeNamed(term.text, term.suggestion_id)?.value === String(cityId);

/** RSLT-016: each term once, with its best match. */
export function presentMatches(
  why: readonly Match[],
  { terms, cityId }: { terms: readonly TermData[]; cityId: number | null },
): FoundProfile['why'] {
  const best = new Map<TermData, Match>();
  for (const match of why) {
    const term = match.tag === undefined ? undefined : terms[Number(match.tag)];
    const bestSoFar = term && best.get(term);
    if (term && (!bestSoFar || bestSoFar.points < match.points)) best.set(term, match);
  }
  return [...best].map(([term, match]) => ({
    field: term.field,
    text: term.text,
    where: isHome(term, match, cityId) ? 'location' : match.field,
  }));
}

export interface SearchTargets {
  terms: readonly TermData[];
  sought: HighlightsByPart;
  skills: ReadonlySet<string>;
}

const skillFields: readonly string[] = ['skill', 'skillAll', 'skillAny', 'mainSkillHigh', 'preferableSkill'];

export function searchTargetsOf(terms: readonly TermData[]): SearchTargets {
  const skills = terms.filter((term) => !term.is_excluded).flatMap(skillsOf);
  return { terms, sought: highlightsOfTerms(terms), skills: new Set(skills) };
}

/** A "Go developer" may be found by the skill Go, and free words by a skill of that name. */
function skillsOf(term: TermData): string[] {
  if (skillFields.includes(term.field) || term.field === 'text') return [skillValue(term.text, term.suggestion_id)];
  if (term.field !== 'position' && term.field !== 'lastPosition') return [];
  const technology = genericJob(splitLevel(term.text)?.rest ?? term.text)?.technology;
  return technology ? [skillValue(technology.name, String(technology.id))] : [];
}

export interface Extras {
  hit: SearchHit | undefined;
  targets: SearchTargets;
  folders: readonly FolderOfProfile[];
  comments: readonly JsonRow<ListedComment>[];
  fit: JsonRow<NewestFitNoteRow> | undefined;
  messages: readonly JsonRow<ListedMessage>[];
  dialog: JsonRow<LatestDialog> | undefined;
  abouts: readonly string[];
  viewed: boolean;
}

/** Matched skills first. A spread is five times slower; pages have hundreds of skills. */
function presentSkills(skills: ProfileCard['skills'], matched: ReadonlySet<string>): FoundProfile['skills'] {
  const shown = skills.map(({ name, skill_id, is_principal, norm_rating }) => ({
    name,
    skill_id,
    is_principal,
    norm_rating,
    matched: matched.size > 0 && matched.has(valueOf(skill_id, name)),
  }));
  return matched.size === 0 ? shown : shown.toSorted((left, right) => Number(right.matched) - Number(left.matched));
}

const isoOf = (moment: string) => new Date(moment).toISOString();

const presentDialog = ({ id, kind, text, is_out: out, sender, status: state, at }: JsonRow<LatestDialog>): FoundProfile['dialog'] => ({
  id,
  kind,
  text,
  out,
  sender,
  state,
  at: isoOf(at),
});

/** No spread: see `presentSkills`. */
export function presentFound(
  card: ProfileCard,
  { hit, targets, folders, comments, fit, messages, dialog, abouts, viewed }: Extras,
): FoundProfile {
  const why = hit?.why ?? [];
  return {
    id: card.id,
    name: card.name,
    nick: card.nick,
    picture: card.picture,
    headline: card.headline,
    title: card.title,
    company: card.company,
    since: card.since,
    until: card.until,
    city: card.city,
    country: card.country,
    country_code: card.country_code,
    experience_months: card.experience_months,
    past_companies: card.past_companies,
    education: card.education,
    skills: presentSkills(card.skills, targets.skills),
    skills_count: card.skills_count,
    contact_types: card.contact_types,
    likely_to_respond: card.likely_to_respond,
    remote_ready: card.remote_ready,
    hidden_star: card.hidden_star,
    is_freelancer: card.is_freelancer,
    job_seeking: card.job_seeking,
    updated_on: card.updated_on,
    is_own: card.is_own,
    why: presentMatches(why, { terms: targets.terms, cityId: card.city_id }),
    excerpts: excerptsOfCard(card, { sought: targets.sought, why, abouts }),
    folders: folders.map(({ id, name, status }) => ({ id, name, status })),
    comments: comments.map(({ id, text, user_name, created_at }) => ({ id, text, user_name, created_at: isoOf(created_at) })),
    recipients: messages.map(({ mailing_id, subject, state, at }) => ({ mailing_id, subject, state, at: isoOf(at) })),
    dialog: dialog ? presentDialog(dialog) : null,
    fit: fit ? { verdict: fit.verdict, text: fit.text } : null,
    viewed,
  };
}

export const presentEvent = (event: ProfileEvent) => ({ ...event, created_at: event.created_at.toISOString() });

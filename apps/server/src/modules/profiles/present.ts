import { dayMs } from '@headwater/domain/time/durations';
import type { ProfileView, ShownContact } from '@headwater/contract/profiles';
import { isProtectingCountry } from '@headwater/domain/places/age-protection';
import { ageOf } from '@headwater/domain/profiles/age';
import { emailKind } from '@headwater/domain/profiles/email-kind';
import { experienceMonths, isHeldNow, monthsOnLastPosition, sortByRecency } from '@headwater/domain/profiles/careers';
import { siteLabel } from '@headwater/domain/profiles/links';
import { ratingPercent, skillBand } from '@headwater/domain/profiles/skills';
import type { Actor } from '@headwater/domain/roles';
import type { FileRow } from '#modules/files/public.ts';
import { picturePath } from './cards.ts';
import { fullName } from './full-name.ts';
import { contactState } from './contact-state.ts';
import { maskContact } from './mask-contact.ts';
import { countryCode, namedPlaces, placeName } from './places.ts';
import type { VisibleContact } from './actions/contacts.ts';
import type { ProfileRow } from './store/read.ts';

const recentDays = 30;

export function presentContact(row: VisibleContact, { company }: Pick<Reader, 'company'>): ShownContact {
  const isOwn = row.company_id !== null;
  const state = contactState(row);
  return {
    id: row.id,
    type: row.type,
    kind: row.kind ?? (row.type === 'email' ? emailKind(row.value) : null),
    // A contact that the company added itself needs no opening.
    value: row.isOpen ? row.value : null,
    mask: maskContact(row.type, row.value),
    source: company.hidesContactSources ? null : row.source,
    is_valid: state.status !== 'invalid',
    ...state,
    is_own: isOwn,
  };
}

/** Whether the law of the person's residence protects age and date of birth. */
export function isAgeProtected({ locations: [home] }: Pick<ProfileRow['data'], 'locations'>): boolean {
  return home !== undefined && isProtectingCountry(countryCode(home) ?? '');
}

/** Attributes that need the permission for personal data (ROLE-048). */
function personal(row: ProfileRow, { permissions, company }: Reader, now: Date) {
  const { data } = row;
  if (!permissions.personal_info) {
    const attributes = { age: null, birthdate_exact: null, gender: null, diversity: null };
    return { name: null, name_latin: null, nick: null, pictures: [], display_links: [], ...attributes };
  }
  const isProtected = isAgeProtected(data);
  return {
    name: fullName(data) || null,
    name_latin: data.name_latin ?? null,
    nick: data.nick ?? null,
    pictures: data.pictures.slice(0, 1).map(() => picturePath(row.id)),
    display_links: data.links.map((link) => ({ ...link, label: siteLabel(link.domain) })),
    age: isProtected ? null : (ageOf(data, now) ?? null),
    birthdate_exact: (!isProtected && data.birthdate_exact) || null,
    gender: data.gender ?? null,
    diversity: company.isExtCompany ? null : (data.diversity ?? null),
  };
}

export interface ProfileParts {
  row: ProfileRow;
  contacts: readonly VisibleContact[];
  opened: boolean;
  tags: readonly { id: number; name: string }[];
  now: Date;
  fragments: ProfileView['private_fragments'];
}

type ShownSkill = ProfileView['skills'][number];
const skillGroups = ['main', 'gold', 'silver', 'bronze', 'other'] as const;

/** PROF-036. */
function groupSkills(skills: readonly ShownSkill[]): ProfileView['display_skill_groups'] {
  const groupOf = ({ is_principal: isMain, band }: ShownSkill) => (isMain ? 'main' : (band ?? 'other'));
  return skillGroups
    .map((group) => ({ group, skills: skills.filter((skill) => groupOf(skill) === group).map(({ name }) => name) }))
    .filter(({ skills: names }) => names.length > 0);
}

function shownSkills({ skills }: ProfileRow['data']): ShownSkill[] {
  return skills
    .filter((skill) => !skill.deleted)
    .map((skill) => ({
      ...skill,
      band: skillBand(skill.norm_rating) ?? null,
      achievement_percent: typeof skill.norm_rating === 'number' ? ratingPercent(skill.norm_rating) : null,
    }));
}

type Reader = Pick<Actor, 'permissions' | 'language'> & { company: Pick<Actor['company'], 'isExtCompany' | 'hidesContactSources'> };

export function presentProfile({ row, contacts, opened, tags, now, fragments }: ProfileParts, reader: Reader): ProfileView {
  const { data } = row;
  const { permissions, company, language } = reader;
  const positions = sortByRecency(data.positions).map(({ location, ...position }) => ({
    ...position,
    location: location ? placeName(location, language) : location,
    is_current: isHeldNow(position, now),
    origin: null,
    is_stale: false,
  }));
  const skills = shownSkills(data);
  const updated = data.updated_on ? Date.parse(data.updated_on) : row.updated_at.getTime();
  return {
    doc_id: row.id,
    ...personal(row, reader, now),
    headline: data.headline ?? null,
    about: data.about ?? null,
    locations: namedPlaces(data.locations, language),
    current_positions: positions.filter((position) => position.is_current),
    previous_positions: positions.filter((position) => !position.is_current),
    skills,
    educations: data.educations,
    courses_and_certificates: data.courses_and_certificates,
    interests: data.interests,
    languages: data.languages,
    job_seeking: data.job_seeking,
    industry: data.industry ?? null,
    age_protected: isAgeProtected(data),
    experience_months: experienceMonths(data.positions, now) ?? null,
    months_on_last_position: monthsOnLastPosition(data.positions, now) ?? null,
    likely_to_respond: data.likely_to_respond,
    remote_ready: data.remote_ready,
    hidden_star: data.hidden_star,
    is_freelancer: data.is_freelancer,
    popularity_penalty: data.popularity_penalty,
    recently_updated: now.getTime() - updated < recentDays * dayMs,
    updated_on: data.updated_on ?? null,
    in_ats: false,
    is_deletable: false,
    origins: {
      profile: {
        source: row.company_id === null ? 'base' : 'form',
        by: null,
        on: data.updated_on ?? row.updated_at.toISOString().slice(0, 10),
      },
      fields: {},
    },
    is_own: row.company_id !== null,
    contacts: permissions.contacts ? contacts.map((contact) => presentContact(contact, { company })) : [],
    contacts_opened: permissions.contacts && opened,
    salary: data.salary ?? null,
    order_id: data.order_id ?? null,
    private_fragments: fragments,
    display_tags: permissions.tags ? tags.map(({ name }) => name) : [],
    display_profile_tags: permissions.tags ? tags.map(({ id, name }) => ({ id, name })) : [],
    display_skill_groups: groupSkills(skills),
  };
}

interface ResumeReader {
  uploader: string | null;
  /** The reader has opened the contacts, which resumes of the common base contain. */
  opened: boolean;
  isUsed: boolean;
}

/** FILE-002, FILE-003. `url` is null until the reader has opened the contacts. */
export const presentResume = (file: FileRow, { uploader, opened, isUsed }: ResumeReader) => ({
  type: isUsed ? 'enrichment-from-file' : file.content_hash === null ? 'attached file' : 'file-based profile',
  date: file.created_at.toISOString().slice(0, 10),
  resume_id: file.id,
  user_name: uploader,
  filename: file.filename,
  url: file.company_id !== null || opened ? `/api/files/v1/${file.id}/download/` : null,
  enrichable: !isUsed && (file.company_id !== null || opened),
  file_id: file.id,
  is_own: file.company_id !== null,
});

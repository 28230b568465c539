import type { ProfileInput } from '@headwater/contract/profile-data';
import { findSkill } from '@headwater/reference/skills';
import { linkKey } from '@headwater/domain/identity/link';
import { phoneDigits } from '../../apps/server/src/modules/profiles/import/normalize-contact.ts';

/** Contents of NAME.json beside a resume NAME; absent fields are not judged. */
export interface Expected {
  lang?: string;
  name?: string;
  emails?: string[];
  phones?: string[];
  links?: string[];
  location?: string;
  headline?: string;
  current_title?: string;
  current_company?: string;
  companies?: string[];
  education?: { institution?: string; degree?: string; end?: string | null }[];
  skills?: string[];
  expect_error?: string;
  not_a_resume?: boolean;
  /** Incomplete list of skills, so precision is not judged. */
  skills_min?: number;
}

export class Tally {
  readonly fields = new Map<string, { found: number; expected: number; missed: string[] }>();
  add(field: string, { file, found, expected }: { file: string; found: number; expected: number }): void {
    if (expected === 0) return;
    const sum = this.fields.get(field) ?? { found: 0, expected: 0, missed: [] };
    sum.found += found;
    sum.expected += expected;
    if (found < expected) sum.missed.push(`${file} ${found}/${expected}`);
    this.fields.set(field, sum);
  }
}

const plain = (text: string | null | undefined) =>
  (text ?? '')
    .toLowerCase()
    .replace(/ё/g, 'е')
    .replace(/[^\p{L}\p{N}+#]+/gu, ' ')
    .trim();
const words = (text: string | null | undefined) =>
  plain(text)
    .split(' ')
    .filter((word) => !/^(?:in|of|и|в)$/.test(word))
    .join(' ');
const nameWords = (text: string) => plain(text).split(' ').toSorted().join(' ');
const alike = (got: string | null | undefined, wanted: string) => {
  const [one, other] = [words(got), words(wanted)];
  return one !== '' && (one === other || one.includes(other) || (other.includes(one) && one.length > other.length * 0.5));
};
const count = <T>(wanted: readonly T[] | undefined, test: (item: T) => boolean) => ({
  found: (wanted ?? []).filter(test).length,
  expected: (wanted ?? []).length,
});
const one = (wanted: string | undefined, ok: boolean) => ({
  found: wanted !== undefined && ok ? 1 : 0,
  expected: wanted === undefined ? 0 : 1,
});

export function judge(tally: Tally, file: string, { got, wanted }: { got: ProfileInput; wanted: Expected }): void {
  const add = (field: string, result: { found: number; expected: number }) => tally.add(field, { file, ...result });
  const contacts = got.contacts ?? [];
  const values = (type: string) => contacts.filter((contact) => contact.type === type).map((contact) => contact.value);
  const phones = values('phone').map((value) => phoneDigits(value, wanted.lang === 'ru' ? 'RU' : 'US'));
  const links = (got.links ?? []).map((link) => linkKey(link.url).toLowerCase());
  const positions = got.positions ?? [];
  const fullName = [got.first_name, got.patronymic, got.last_name].filter(Boolean).join(' ');
  add('name', one(wanted.name, nameWords(fullName) === nameWords(wanted.name ?? '')));
  add(
    'emails',
    count(wanted.emails, (email) => values('email').includes(email.toLowerCase())),
  );
  add(
    'phones',
    count(wanted.phones, (phone) => phones.some((value) => value.endsWith(phone.replace(/\D/g, '').slice(-10)))),
  );
  add(
    'links',
    count(wanted.links, (link) => links.some((value) => value === linkKey(link).toLowerCase())),
  );
  add(
    'location',
    one(
      wanted.location,
      (got.locations ?? []).some((place) => plain(wanted.location).includes(plain(place.city ?? place.country))),
    ),
  );
  add('headline', one(wanted.headline, alike(got.headline, wanted.headline ?? '')));
  const current = positions.find((position) => position.is_current) ?? positions[0];
  add('current title', one(wanted.current_title, alike(current?.title, wanted.current_title ?? '')));
  add('current company', one(wanted.current_company, alike(current?.company, wanted.current_company ?? '')));
  add(
    'companies',
    count(wanted.companies, (company) => positions.some((position) => alike(position.company, company))),
  );
  const educations = got.educations ?? [];
  const inSchool = (institution: string | undefined) => educations.filter((education) => alike(education.institution, institution ?? ''));
  const judged = (wanted.education ?? []).filter((education) => education.institution);
  add(
    'institutions',
    count(judged, (education) => inSchool(education.institution).length > 0),
  );
  add(
    'degrees',
    count(
      judged.filter((education) => education.degree),
      (education) => inSchool(education.institution).some((own) => alike(`${own.degree ?? ''} ${own.field ?? ''}`, education.degree ?? '')),
    ),
  );
  add(
    'graduation',
    count(
      judged.filter((education) => education.end),
      (education) => inSchool(education.institution).some((own) => String(own.end_year) === String(education.end).slice(0, 4)),
    ),
  );
  const skills = (got.skills ?? []).map((skill) => ({ name: plain(skill.name), id: skill.skill_id ?? findSkill(skill.name)?.id }));
  const has = (name: string) =>
    skills.some((skill) => skill.name === plain(name) || (skill.id !== undefined && skill.id === findSkill(name)?.id));
  add('skills', count(wanted.skills, has));
  const expected = (wanted.skills ?? []).map((name) => ({ name: plain(name), id: findSkill(name)?.id }));
  const isExpected = (skill: (typeof skills)[number]) =>
    expected.some(({ name, id }) => name === skill.name || (id !== undefined && id === skill.id));
  if (expected.length > 0 && wanted.skills_min === undefined) add('skills, precision', count(skills, isExpected));
}

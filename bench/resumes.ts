import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProfileInput } from '@headwater/contract/profile-data';
import { findSkill } from '@headwater/reference/skills';
import { linkKey, phoneDigits } from '../apps/server/src/modules/profiles/import/normalize-contact.ts';
import { parseResume } from '../apps/server/src/modules/profiles/import/resume/parse-resume.ts';
import { createExtractor } from '../apps/server/src/platform/extract/extractor.ts';
import type { BenchRow } from './row.ts';

/** What stands in NAME.json beside a resume NAME; absent fields are not judged. */
interface Expected {
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
}

/** Found and expected, added up over files. */
class Tally {
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

function judge(tally: Tally, file: string, { got, wanted }: { got: ProfileInput; wanted: Expected }): void {
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
}

/** The share that should be found; reading a layout never seen before may well miss a job or a degree. */
const targets: Record<string, number> = { refused: 1, read: 1, emails: 0.99, phones: 0.95, name: 0.95, skills: 0.9 };
const usualTarget = 0.85;

/**
 * Reads the resumes of a folder that have NAME.json with the expected values beside them and tells how much was found, field by field.
 * `verbose` also lists the files in which something was missed.
 */
export async function run({ dir, verbose }: { dir?: unknown; verbose?: unknown }): Promise<BenchRow[]> {
  if (typeof dir !== 'string') throw new Error('Usage: npm run bench -- resumes --dir FOLDER [--verbose]');
  const extractor = createExtractor();
  const tally = new Tally();
  const files = readdirSync(dir).filter((name) => existsSync(join(dir, `${name}.json`)));
  const started = performance.now();
  for (const file of files) {
    const wanted = JSON.parse(readFileSync(join(dir, `${file}.json`), 'utf8')) as Expected;
    const extracted = await extractor.extract(join(dir, file));
    const got = extracted.ok ? parseResume(extracted) : undefined;
    const refused = wanted.expect_error !== undefined || wanted.not_a_resume === true;
    tally.add('refused', { file, found: refused && !got ? 1 : 0, expected: refused ? 1 : 0 });
    tally.add('read', { file, found: !refused && got ? 1 : 0, expected: refused ? 0 : 1 });
    if (!refused) judge(tally, file, { got: got ?? {}, wanted });
  }
  const each = Math.round((performance.now() - started) / Math.max(1, files.length));
  extractor.close();
  const rows = [...tally.fields].map(([metric, { found, expected, missed }]) => {
    if (verbose && missed.length > 0) console.log(`${metric}: ${missed.join(', ')}`);
    const value = Math.round((1000 * found) / expected) / 1000;
    return { case: `${files.length} resumes`, metric, value, target: targets[metric] ?? usualTarget, reference: `${found} of ${expected}` };
  });
  return [...rows, { case: `${files.length} resumes`, metric: 'ms per file', value: each, target: 500, reference: null }];
}

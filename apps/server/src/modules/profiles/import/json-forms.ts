import { profileData, type ProfileInput } from '@headwater/contract/profile-data';
import { fromJsonResume, type Json } from './json-resume.ts';
import { findRange, readMonth } from './resume/dates.ts';

/**
 * Common forms of resumes in JSON that follow no schema. Keys are compared in lower case, without separators:
 *
 *     {name | first_name last_name, email, phone, title, summary, location, linkedin, …}        flat
 *     {header | profile | personal_info | contact | …: {name, email, …}, …}                     the person in a part of their own
 *     {…, experience | workExpList | jobs | …: […], education | educationList: […], skills: … | skillList: […]}
 */
const persons =
  'header profile personal personalinfo personalinformation personaldetails personaldata basicinfo basicinformation basic info person candidate applicant user about heading';
const contacts = 'contact contacts contactinfo contactinformation contactdetails';
const wrappers = 'resume cv data result attributes content';

const keysOf = (words: string) => words.split(' ');
const personKeys = keysOf(persons);
const contactKeys = keysOf(contacts);
const wrapperKeys = keysOf(wrappers);

const fields = {
  name: keysOf('name fullname candidatename displayname фио имяфамилия'),
  first: keysOf('firstname givenname forename first имя'),
  last: keysOf('lastname surname familyname last фамилия'),
  patronymic: keysOf('patronymic middlename middle отчество'),
  email: keysOf('email emailaddress mail emails emailid contactemail primaryemail почта'),
  phone: keysOf(
    'phone phonenumber mobile mobilephone mobilenumber cell cellphone telephone tel phones contactnumber contactphone primaryphone телефон',
  ),
  label: keysOf(
    'label headline title jobtitle position positiontitle role currenttitle currentposition profession designation occupation должность',
  ),
  summary: keysOf(
    'summary aboutme about bio objective careerobjective description professionalsummary careersummary overview introduction profile',
  ),
  location: keysOf('location address city residence currentlocation workplace place город'),
  country: keysOf('country countrycode страна'),
  url: keysOf('url website homepage site portfolio blog web'),
  links: keysOf('links profiles socials social sociallinks socialmedia socialprofiles urls websites'),
  image: keysOf('image picture photo avatar'),
} as const;

const sections = {
  work: keysOf(
    'work experience experiences workexperience workexperiences professionalexperience employment employmenthistory workhistory jobs positions career workexplist workexp experiencelist',
  ),
  education: keysOf('education educations educationlist educationhistory academics studies academicbackground'),
  skills: keysOf('skills skilllist technicalskills keyskills corecompetencies skillset technologies'),
  languages: keysOf('languages languagelist spokenlanguages'),
  certificates: keysOf('certificates certifications courses certificatelist certificationlist'),
  interests: keysOf('interests hobbies'),
} as const;

const job = {
  company: keysOf('company companyname employer organization organisation firm companytitle'),
  name: keysOf('name'),
  position: keysOf('position positiontitle title jobtitle role designation jobrole'),
  location: keysOf('location city place'),
  start: keysOf('startdate start from datefrom begin begindate startyear'),
  end: keysOf('enddate end to dateto until finish endyear'),
  period: keysOf('dates date period duration years time worktime edutime daterange timeframe timeline'),
  current: keysOf('current iscurrent currentlyworking currentlyworkinghere present ongoing'),
  summary: keysOf('summary description workdesc details'),
  highlights: keysOf('highlights responsibilities bullets bulletpoints achievements duties points tasks accomplishments'),
} as const;

const study = {
  institution: keysOf('institution school university college institute schoolname institutionname name'),
  degree: keysOf('studytype degree academicdegree qualification level degreename'),
  area: keysOf('area field fieldofstudy major specialization specialisation course program'),
  year: keysOf('graduationyear year passingyear graduationdate graduation'),
} as const;

const networks = [
  'linkedin',
  'github',
  'gitlab',
  'twitter',
  'x',
  'facebook',
  'instagram',
  'vk',
  'telegram',
  'medium',
  'behance',
  'dribbble',
  'kaggle',
  'xing',
  'bitbucket',
];

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]);
const filled = (value: unknown) => (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
const plainKey = (key: string) => key.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');

const mostKeys = 200;
function byKey(value: unknown): ReadonlyMap<string, unknown> {
  if (!isObject(value)) return new Map();
  return new Map(
    Object.entries(value)
      .slice(0, mostKeys)
      .map(([key, item]) => [plainKey(key), item]),
  );
}

const first = (of: ReadonlyMap<string, unknown>, keys: readonly string[], fits: (value: unknown) => boolean) =>
  keys.map((key) => of.get(key)).find(fits);
const textIn = (of: ReadonlyMap<string, unknown>, keys: readonly string[]): string | undefined => {
  const value = first(of, keys, filled);
  return value === undefined ? undefined : String(value).trim();
};
const linesIn = (of: ReadonlyMap<string, unknown>, keys: readonly string[]): string[] =>
  list(first(of, keys, (value) => filled(value) || Array.isArray(value))).flatMap((item) =>
    filled(item) ? [String(item)] : (textIn(byKey(item), keysOf('text description value name')) ?? []),
  );

const longestPeriod = 100;

function periodOf(of: ReadonlyMap<string, unknown>): { startDate?: unknown; endDate?: unknown } {
  const isNow = first(of, job.current, (value) => value === true || value === 'true') !== undefined;
  const [start, end] = [textIn(of, job.start), textIn(of, job.end)];
  if (start !== undefined || end !== undefined) return { startDate: start, endDate: isNow ? undefined : (end ?? undefined) };
  const period = first(of, job.period, (value) => filled(value) || Array.isArray(value) || isObject(value));
  if (Array.isArray(period)) return { startDate: period[0], endDate: isNow ? undefined : (period[1] ?? undefined) };
  if (isObject(period)) return periodOf(byKey(period));
  const text = filled(period) ? String(period).slice(0, longestPeriod) : '';
  const range = findRange(text);
  if (range) return { startDate: range.start, endDate: range.end };
  const alone = readMonth(text);
  return alone === undefined ? {} : { startDate: alone, endDate: alone };
}

function jobOf(item: unknown): Json[] {
  const of = byKey(item);
  const company = textIn(of, job.company) ?? textIn(of, job.name);
  const position = textIn(of, job.position);
  if (company === undefined && position === undefined) return [];
  const summary = linesIn(of, job.summary).join('\n');
  const highlights = linesIn(of, job.highlights);
  return [{ name: company, position, location: textIn(of, job.location), ...periodOf(of), summary, highlights }];
}

function studyOf(item: unknown): Json[] {
  if (filled(item)) return [{ institution: String(item) }];
  const of = byKey(item);
  const { startDate, endDate } = periodOf(of);
  const institution = textIn(of, study.institution);
  const year = textIn(of, study.year);
  return [{ institution, studyType: textIn(of, study.degree), area: textIn(of, study.area), startDate, endDate: endDate ?? year }];
}

const separators = /[,;\n|•]/;
function skillsOf(value: unknown): Json[] {
  if (filled(value))
    return [
      {
        name: '',
        keywords: String(value)
          .split(separators)
          .map((name) => name.trim()),
      },
    ];
  if (isObject(value)) return Object.values(value).slice(0, mostKeys).flatMap(skillsOf);
  return list(value).flatMap((item) => {
    if (filled(item)) return [{ name: '', keywords: [String(item)] }];
    const of = byKey(item);
    const members = first(of, keysOf('keywords items skills values list'), (inner) => Array.isArray(inner) || filled(inner));
    const keywords = skillsOf(members).flatMap((group) => group['keywords'] as string[]);
    return [{ name: textIn(of, keysOf('name skill skillname title category label')) ?? '', keywords }];
  });
}

const languagesOf = (value: unknown): Json[] =>
  list(typeof value === 'string' ? value.split(separators) : value).map((item) => {
    const of = byKey(item);
    const written = filled(item) ? String(item) : (textIn(of, keysOf('language name lang title')) ?? '');
    const [, name = written, level = ''] = /^([\p{L} ]{2,40}?)\s*[(:–—-]\s*(.{1,60}?)\)?$/u.exec(written.trim()) ?? [];
    return { language: name.trim(), fluency: textIn(of, keysOf('fluency level proficiency')) ?? level };
  });

const namesIn = (value: unknown): Json[] =>
  list(typeof value === 'string' ? value.split(separators) : value).map((item) => {
    const of = byKey(item);
    return {
      name: filled(item) ? String(item).trim() : textIn(of, keysOf('name title certificate')),
      date: textIn(of, keysOf('date year issued')),
    };
  });

const accountsOf = (of: ReadonlyMap<string, unknown>): Json[] =>
  [...of].flatMap(([key, value]) => {
    const network = networks.find((name) => key === name || key === `${name}url` || key === `${name}link` || key === `${name}profile`);
    if (!network || !filled(value)) return [];
    const text = String(value).trim();
    return [/[./]/.test(text) ? { network, url: text } : { network, username: text }];
  });

function pagesOf(person: ReadonlyMap<string, unknown>): Json[] {
  const linked = first(person, fields.links, (value) => Array.isArray(value) || isObject(value));
  const listed = Array.isArray(linked)
    ? linked.map((item) => {
        const of = byKey(item);
        const url = filled(item) ? String(item) : textIn(of, keysOf('url link href value address'));
        return {
          network: textIn(of, keysOf('network name type label title platform')),
          username: textIn(of, keysOf('username handle')),
          url,
        };
      })
    : accountsOf(byKey(linked));
  return [...accountsOf(person), ...listed];
}

const nameKeys: ReadonlySet<string> = new Set([...fields.name, ...fields.first, ...fields.last, ...fields.patronymic]);
const identityKeys = [...nameKeys, ...fields.email, ...fields.phone];

/**
 * Inner keys win. If the record itself names the person, its parts only fill gaps: its user may be
 * the recruiter, and a contact may be another person.
 */
function personOf(record: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
  const isNamed = identityKeys.some((key) => filled(record.get(key)));
  const part = byKey(first(record, isNamed ? personKeys.filter((key) => key !== 'user') : personKeys, isObject));
  const contact = [part, record].flatMap((of) => [...byKey(first(of, contactKeys, isObject))]).filter(([key]) => !nameKeys.has(key));
  return new Map(isNamed ? [...contact, ...part, ...record] : [...record, ...contact, ...part]);
}

const placeOf = (person: ReadonlyMap<string, unknown>): unknown => {
  const place = first(person, fields.location, (value) => filled(value) || isObject(value));
  const country = textIn(person, fields.country);
  return isObject(place) || country === undefined ? place : { city: place, country };
};

const oneOf = (person: ReadonlyMap<string, unknown>, keys: readonly string[]) =>
  list(first(person, keys, (value) => filled(value) || (Array.isArray(value) && value.length > 0)))
    .flatMap((item) => (filled(item) ? [String(item)] : (textIn(byKey(item), keysOf('value address email number phone')) ?? [])))
    .join('; ');

interface Named {
  first: string | undefined;
  last: string | undefined;
  patronymic: string | undefined;
}

const saysWho = (person: ReadonlyMap<string, unknown>): boolean =>
  [fields.name, fields.first, fields.last].some((keys) => textIn(person, keys) !== undefined) ||
  oneOf(person, fields.email) !== '' ||
  oneOf(person, fields.phone) !== '';

/** The record, or its first wrapped part that names a person: {"resume": {"name": …}}. */
function recordOf(value: Json): ReadonlyMap<string, unknown> {
  const record = byKey(value);
  if (saysWho(personOf(record))) return record;
  const inner = wrapperKeys.map((key) => byKey(record.get(key))).find((part) => saysWho(personOf(part)));
  return inner ?? record;
}

/** Undefined if the record names no person. */
export function fromCommonForm(value: Json): ProfileInput | undefined {
  const record = recordOf(value);
  const person = personOf(record);
  if (!saysWho(person)) return undefined;
  const section = (keys: readonly string[]) => first(record, keys, (item) => item !== undefined && item !== null);
  const named: Named = {
    first: textIn(person, fields.first),
    last: textIn(person, fields.last),
    patronymic: textIn(person, fields.patronymic),
  };
  const profile = fromJsonResume({
    basics: {
      name: textIn(person, fields.name),
      email: oneOf(person, fields.email),
      phone: oneOf(person, fields.phone),
      label: textIn(person, fields.label),
      summary: linesIn(person, fields.summary).join('\n'),
      location: placeOf(person),
      url: textIn(person, fields.url),
      image: textIn(person, fields.image),
      profiles: pagesOf(person),
    },
    work: list(section(sections.work)).flatMap(jobOf),
    education: list(section(sections.education)).flatMap(studyOf),
    skills: skillsOf(section(sections.skills)),
    languages: languagesOf(section(sections.languages)),
    certificates: namesIn(section(sections.certificates)),
    interests: namesIn(section(sections.interests)),
  });
  const key = textIn(record, ['externalkey']);
  const isSplit = named.first !== undefined || named.last !== undefined;
  return {
    ...profile,
    ...(isSplit ? { first_name: named.first ?? '', last_name: named.last ?? '', patronymic: named.patronymic } : {}),
    ...(key === undefined ? {} : { external_key: key }),
  };
}

/** Keys that our own schema does not have. */
const flatKeys = new Set([...fields.name, ...fields.email, ...fields.phone]);
const isOwnContact = (item: unknown) => isObject(item) && 'type' in item && 'value' in item;

export function isOwnForm(value: Json): boolean {
  const own = value['contacts'];
  if (Array.isArray(own) && own.length > 0 && own.every(isOwnContact)) return true;
  if (Object.keys(value).every((key) => key in profileData.shape)) return true;
  if ([...byKey(value)].some(([key, item]) => flatKeys.has(key) && (filled(item) || Array.isArray(item)))) return false;
  return ['first_name', 'last_name', 'nick', 'positions'].some((key) => key in value);
}

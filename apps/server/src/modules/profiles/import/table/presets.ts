import { createHash } from 'node:crypto';
import type { ColumnMeaning, TablePreset } from '@headwater/domain/profiles/table-import';
import { vcardColumns } from '#platform/tables/vcard.ts';
import { headerWords } from './header-words.ts';

interface Preset {
  id: TablePreset;
  /** One header of each group is present. */
  signature: readonly (readonly string[])[];
  /** Columns that the general rules would read in another way. */
  columns: Readonly<Record<string, ColumnMeaning>>;
}

/** Exports as the vendors write them in English and, for Russian vendors, in Russian. */
const presets: readonly Preset[] = [
  {
    id: 'linkedin_connections',
    signature: [['First Name'], ['Last Name'], ['Connected On'], ['URL', 'Position']],
    columns: { URL: 'link', Position: 'title', 'Connected On': 'date_added' },
  },
  {
    id: 'linkedin_recruiter',
    signature: [
      ['First Name'],
      ['Last Name'],
      ['Headline', 'Current Title'],
      ['Profile URL', 'Public Profile URL'],
      ['Active Project', 'Feedback', 'Current Company'],
    ],
    columns: {
      Headline: 'title',
      'Current Title': 'title',
      Location: 'city',
      'Active Project': 'vacancy',
      Feedback: 'notes',
      Notes: 'notes',
    },
  },
  {
    id: 'hh',
    signature: [
      ['ФИО', 'Соискатель', 'Кандидат'],
      ['Ссылка на резюме', 'Резюме'],
      ['Желаемая должность', 'Должность'],
      ['Зарплатные ожидания', 'Желаемая зарплата', 'Дата отклика', 'Возраст'],
    ],
    columns: {
      'Ссылка на резюме': 'link',
      Резюме: 'link',
      'Желаемая должность': 'title',
      Возраст: 'ignore',
      'Последнее место работы': 'company',
    },
  },
  {
    id: 'huntflow',
    signature: [['Фамилия'], ['Имя'], ['Отчество'], ['Этап', 'Статус'], ['Вакансия', 'Метки']],
    columns: { Этап: 'status', Статус: 'status', Метки: 'tags', Комментарий: 'notes', Позиция: 'title' },
  },
  {
    id: 'greenhouse',
    signature: [
      ['Candidate ID', 'Person ID', 'Greenhouse ID'],
      ['First Name', 'Candidate Name'],
      ['Job Name', 'Job', 'Jobs'],
      ['Current Stage', 'Stage', 'Stage Name', 'Status'],
    ],
    columns: {
      'Candidate ID': 'external_id',
      'Person ID': 'external_id',
      'Greenhouse ID': 'external_id',
      Title: 'title',
      Job: 'vacancy',
      Jobs: 'vacancy',
      'Social Media': 'link',
    },
  },
  {
    id: 'lever',
    signature: [
      ['Opportunity ID', 'Contact ID', 'Profile ID'],
      ['Posting', 'Posting Title', 'Postings'],
      ['Origin', 'Sources'],
    ],
    columns: {
      'Opportunity ID': 'external_id',
      'Contact ID': 'external_id',
      'Profile ID': 'external_id',
      Posting: 'vacancy',
      Postings: 'vacancy',
      Headline: 'company',
      Origin: 'ignore',
      Sources: 'source',
    },
  },
  {
    id: 'workable',
    signature: [
      ['Name', 'Full Name', 'Candidate'],
      ['Job', 'Job Title'],
      ['Stage'],
      ['Disqualified', 'Headline'],
      ['Profile URL', 'Workable URL', 'Domain'],
    ],
    columns: {
      Job: 'vacancy',
      'Job Title': 'vacancy',
      Headline: 'title',
      'Profile URL': 'link',
      'Workable URL': 'ignore',
      Domain: 'source',
      Candidate: 'full_name',
    },
  },
  {
    id: 'teamtailor',
    signature: [
      ['First Name'],
      ['Last Name'],
      ['Sourced', 'Internal', 'Referring Site', 'Pitch'],
      ['Job', 'Jobs', 'Stage', 'Linkedin URL', 'Linkedin'],
    ],
    columns: {
      Sourced: 'ignore',
      Internal: 'ignore',
      'Referring Site': 'source',
      Pitch: 'about',
      Job: 'vacancy',
      Jobs: 'vacancy',
      Resume: 'resume',
    },
  },
  {
    id: 'ashby',
    signature: [['Candidate Name'], ['Current Interview Stage', 'Interview Stage', 'Credited To'], ['Job', 'Job Title', 'Current Job']],
    columns: { Job: 'vacancy', 'Current Job': 'vacancy', 'Job Title': 'vacancy', 'Credited To': 'ignore', Title: 'title' },
  },
  {
    id: 'bullhorn',
    signature: [
      ['First Name', 'Name'],
      ['Occupation', 'Current Title'],
      ['Company Name', 'Current Company'],
      ['Mobile Phone', 'Skill Set', 'Primary Skills', 'Employment Preference'],
      ['Date Added', 'Owner'],
    ],
    columns: {
      ID: 'external_id',
      Occupation: 'title',
      'Skill Set': 'skills',
      'Primary Skills': 'skills',
      'Employment Preference': 'ignore',
      State: 'ignore',
    },
  },
  {
    id: 'opencats',
    signature: [['first_name'], ['last_name'], ['email1'], ['key_skills', 'current_employer', 'phone_cell']],
    columns: {
      current_employer: 'company',
      desired_pay: 'salary',
      current_pay: 'ignore',
      can_relocate: 'ignore',
      date_available: 'ignore',
      state: 'ignore',
      web_site: 'link',
      address: 'ignore',
    },
  },
  {
    id: 'odoo',
    signature: [
      ['partner_name', "Applicant's Name", "Candidate's Name", 'Applicant'],
      ['email_from', 'Email', 'Email cc'],
      ['job_id', 'Applied Job', 'Job Position'],
      ['stage_id', 'Stage', 'categ_ids', 'Tags', 'medium_id'],
    ],
    columns: {
      partner_name: 'full_name',
      email_from: 'email',
      job_id: 'vacancy',
      stage_id: 'status',
      categ_ids: 'tags',
      medium_id: 'ignore',
      source_id: 'source',
      user_id: 'ignore',
      linkedin_profile: 'link',
      salary_expected: 'salary',
      salary_proposed: 'ignore',
      name: 'title',
      Subject: 'title',
    },
  },
  {
    id: 'vcard',
    signature: vcardColumns.map((column) => [column]),
    columns: { FN: 'full_name', ORG: 'company', NOTE: 'notes', UID: 'ignore', LANG: 'ignore', 'IMPP.telegram': 'telegram' },
  },
];

const normal = presets.map(({ id, signature, columns }) => ({
  id,
  signature: signature.map((group) => group.map(headerWords)),
  columns: new Map(Object.entries(columns).map(([header, meaning]) => [headerWords(header), meaning])),
}));

/** Ids of different systems, and of unrelated tables, are different. */
export const originOfTable = (preset: string | null | undefined, header: readonly string[]): string =>
  preset ?? `table ${createHash('sha256').update(JSON.stringify(header)).digest('hex').slice(0, 16)}`;

export interface FoundPreset {
  id: TablePreset;
  /** Undefined: the general rules decide. */
  meaningOf(header: string): ColumnMeaning | undefined;
}

/** The preset with the longest signature wins. */
export function findPreset(header: readonly string[]): FoundPreset | undefined {
  const words = new Set(header.map(headerWords));
  const [best] = normal
    .filter(({ signature }) => signature.every((group) => group.some((one) => words.has(one))))
    .toSorted((left, right) => right.signature.length - left.signature.length);
  return best && { id: best.id, meaningOf: (one) => best.columns.get(headerWords(one)) };
}

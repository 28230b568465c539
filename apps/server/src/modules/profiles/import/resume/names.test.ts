import { describe, expect, it } from 'vitest';
import { nameInAddress } from './find-name.ts';
import { parseResume } from './parse-resume.ts';
import { splitName } from './split-name.ts';

const body = `
Summary
I have worked with numbers for many years, and I like to explain them to other people.

Experience
Data Analyst
Acme Ltd
2019 - 2021
Made reports.

Senior Analyst
Miller Johnson
2015 - 2018

Education
Trinity College, BSc Statistics, 2010 - 2014
Skills
Python, SQL, Excel, Tableau`;

const read = (head: string, email = 'someone@x.test') => parseResume({ text: `${head}\n${email}\n${body}`, links: [] });
const nameOf = (head: string, email?: string) => {
  const person = read(head, email);
  return [person?.first_name, person?.last_name].filter(Boolean).join(' ');
};

describe('the name in the head of a resume', () => {
  it.each([
    'Jane Quirk',
    'JANE QUIRK',
    'jane quirk',
    'Jane quirk',
    'Curriculum Vitae of Jane Quirk',
    'CURRICULUM VITAE\nJane Quirk',
    'Curriculum Vitae – Jane Quirk',
    'CV: Jane Quirk',
    'Resume of Jane Quirk',
    'Résumé | Jane Quirk',
    'Jane Quirk - Resume',
    'Jane Quirk, Curriculum Vitae',
    "Jane Quirk's Resume",
    'Lebenslauf von Jane Quirk',
    'Jane Quirk | Data Analyst | London',
    'Jane Quirk • Data Analyst • jane.q3@x.test',
    'Jane Quirk – Senior Data Analyst',
    'Jane Quirk, Data Analyst',
    'Jane Quirk, London, UK',
    'Jane Quirk (Data Analyst)',
    'Jane Quirk Senior Data Analyst',
    'Data Analyst | Jane Quirk',
    'Jane Quirk +44 20 7946 0991',
    'Jane Quirk jane.quirk@x.test',
    'Quirk, Jane',
    'QUIRK, Jane',
    'Name: Jane Quirk',
    'Full name: Jane Quirk',
    'Candidate: Quirk, Jane',
    'Applicant - Jane Quirk',
    'Dr. Jane Quirk, PhD, MBA',
    'Jane Quirk PhD',
    'Jane (Janie) Quirk',
    'Jane Quirk (she/her)',
    'JANE\nQUIRK\nData Analyst',
  ])('[FILE-007] is found in %j', (head) => {
    expect(nameOf(head)).toBe('Jane Quirk');
    expect(read(head)?.positions?.map(({ company }) => company)).toEqual(['Acme Ltd', 'Miller Johnson']);
  });

  it.each([
    ['Резюме: Иванов Иван Иванович', 'Иван Иванов'],
    ['Иванов Иван Иванович | Аналитик | Москва', 'Иван Иванов'],
    ['Иванов, Иван Иванович', 'Иван Иванов'],
    ['ФИО: Иванов Иван', 'Иван Иванов'],
    ['Марина Дзюба, к.э.н.', 'Марина Дзюба'],
    ['Анкета кандидата\nДзюба Марина', 'Марина Дзюба'],
  ])('[FILE-007] is found in %j', (head, name) => {
    expect(nameOf(head)).toBe(name);
  });

  it('[FILE-007] uses the title beside the name as the headline', () => {
    expect(read('Jane Quirk | Data Analyst | London')).toMatchObject({
      headline: 'Data Analyst',
      locations: [{ city: 'London', country_code: 'GB' }],
    });
  });

  it.each([
    '',
    'Резюме Ивановой Анны Сергеевны',
    'Acme Ltd',
    'Trinity College',
    'Data Driven Marketing',
    'London, United Kingdom',
    'Python, SQL',
    'CONFIDENTIAL',
  ])('[FILE-007] is left out rather than read from %j or from an employer or school', (head) => {
    expect(nameOf(head)).toBe('');
  });

  it.each([
    ['zbyszko kwirk', 'zbyszko.kwirk@x.test', 'Zbyszko Kwirk'],
    ['First name: Jane\nLast name: Quirk', 'someone@x.test', 'Jane Quirk'],
    ['Surname\tQuirk\nGiven name\tJane', 'someone@x.test', 'Jane Quirk'],
    ['First name(s) / Surname(s)\tJane Quirk', 'someone@x.test', 'Jane Quirk'],
    ['Personal information\tJane Quirk', 'someone@x.test', 'Jane Quirk'],
    ['Фамилия: Дзюба\nИмя: Марина\nОтчество: Ивановна', 'someone@x.test', 'Марина Дзюба'],
    ['Jane\nMiller', 'someone@x.test', 'Jane Miller'],
    ['Jane\nQuirk', 'jane.quirk@x.test', 'Jane Quirk'],
    ['Jane\nAdventurer', 'jane@x.test', 'Jane'],
    ['Pradeeba V', 'someone@x.test', 'Pradeeba V'],
    ['Jane Quirk\nJane Quirk', 'jane.quirk@x.test', 'Jane Quirk'],
    ['building great things\nJane Quirk', 'jane.quirk@x.test', 'Jane Quirk'],
  ])('[FILE-007] is found in %j with the address %s', (head, email, name) => {
    expect(nameOf(head, email)).toBe(name);
  });

  it('[FILE-007] comes from the only address if no other text has it', () => {
    expect(nameOf('', 'jane.quirk@x.test')).toBe('Jane Quirk');
    expect(nameInAddress([{ type: 'email', value: 'quirk_jane84@x.test' }])).toBe('Jane Quirk');
    expect(nameInAddress([{ type: 'email', value: 'jane.hr@x.test' }])).toBeUndefined();
    expect(nameInAddress(['a.b@x.test', 'jane.quirk@x.test'].map((value) => ({ type: 'email', value })))).toBeUndefined();
  });
});

const before = ['', 'Dr. ', 'Dr ', 'Prof. Dr. ', 'Dr. med. ', 'Dr. rer. nat. ', 'Mrs. ', 'Ing. ', 'Dipl.-Ing. ', 'Mgr. ', 'г-жа '];
const behind = [
  '',
  ' PhD',
  ', PhD',
  ', Ph.D.',
  ' PhD, MBA',
  ', PMP, CSM',
  ' M.D., Ph.D.',
  ' MA',
  ', MSc (Hons)',
  ', CPA',
  ', Jr.',
  ' III',
  ', B.Sc. M.Sc.',
  ', к.т.н.',
];

describe('the parts of a name', () => {
  it.each(before.flatMap((title) => behind.map((degrees) => `${title}Anna Weber${degrees}`)))(
    'are without titles and degrees: %s',
    (name) => {
      expect(splitName(name)).toEqual({ first_name: 'Anna', last_name: 'Weber' });
    },
  );

  it.each([
    ['Jack Ma', 'Jack', 'Ma'],
    ['YO-YO MA', 'Yo-Yo', 'MA'],
    ['Minh Do', 'Minh', 'Do'],
    ['Md Rahman', 'Md', 'Rahman'],
    ['Don Johnson', 'Don', 'Johnson'],
    ['Ma, Jack', 'Jack', 'Ma'],
    ['Weber, Anna, PhD', 'Anna', 'Weber'],
    ['Smith, Jr., John', 'John', 'Smith'],
    ['van der Berg, Jan', 'Jan', 'van der Berg'],
    ['García López, María', 'María', 'García López'],
    ['Anna Weber, Berlin', 'Anna', 'Weber'],
    ['DUPONT Jean', 'Jean', 'Dupont'],
    ['Jean DUPONT', 'Jean', 'Dupont'],
    ['William "Bill" Smith', 'William', 'Smith'],
    ['Mary Ann Smith', 'Mary Ann', 'Smith'],
    ['PhD', 'PhD', ''],
    ['Madonna', 'Madonna', ''],
  ])('are separated in %s', (name, first, last) => {
    expect(splitName(name)).toEqual({ first_name: first, last_name: last });
  });

  it.each([
    ['Иванова (Петрова) Анна Сергеевна', 'Анна Сергеевна Иванова'],
    ['Иванова, Анна Сергеевна', 'Анна Сергеевна Иванова'],
    ['Иванов Иван Иванович, канд. техн. наук', 'Иван Иванович Иванов'],
    ['профессор Иванов Иван Иванович', 'Иван Иванович Иванов'],
    ['Марина Дзюба', 'Марина Дзюба'],
    ['Дзюба Марина', 'Марина Дзюба'],
    ['Иванов К.Н.', 'К.Н. Иванов'],
  ])('are separated in Russian: %s', (name, parts) => {
    const { first_name: first, patronymic, last_name: last } = splitName(name);
    expect([first, patronymic, last].filter(Boolean).join(' ')).toBe(parts);
  });
});

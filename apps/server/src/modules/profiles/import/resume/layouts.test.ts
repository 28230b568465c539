import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileData } from '@headwater/contract/profile-data';
import { parseResume } from './parse-resume.ts';

const parse = (text: string) => parseResume({ text, links: [] });
const jobs = (text: string) =>
  parse(text)?.positions?.map(({ title, company, start, end, location }) => [title, company, start, end ?? null, location]);

const network = `Contact
john.smith@example.com
www.linkedin.com/in/john-smith-
example (LinkedIn)

Top Skills
Java
Spring Boot

Languages
English (Native or Bilingual)
German (Limited Working)

John Smith
Senior Software Engineer at Acme Ltd
London, England, United Kingdom

Experience
Acme Ltd
Senior Software Engineer
January 2020 - Present (4 years 2 months)
London, England, United Kingdom

Designing payment systems.

Globex
Software Engineer
March 2016 - December 2019 (3 years 10 months)
Berlin, Germany

Page 1 of 2

Education
University of Manchester
Bachelor's degree, Computer Science · (2012 - 2015)`;

const board = `anna weber
Associate Consultant - Quirk Systems

Berlin - Email me on Indeed: indeed.com/r/anna-weber/6748d77f76f94eed

WORK EXPERIENCE

Associate Consultant

Quirk Systems -

June 2016 to Present

Environment: Java, Oracle
Quirk Systems makes systems for people who like quirks, and has done so with them for a while.

Software Engineer

Acme Limited -  Berlin -

November 2012 to May 2016

Responsibilities:

• Built things

EDUCATION

BSc in Physics

Trinity College -  Dublin

2008 to 2012

SKILLS

Java, Oracle, Git`;

const builder = `John Doe
Software engineer obsessed with building exceptional products
hello@example.com\t123-456-7890\tNYC, NY\tlinkedin.com/in/john-doe
WORK EXPERIENCE
ABC Company
Software Engineer\tMay 2023 - Present
• Lead a team of 5 engineers, which enables thousands of daily
active users to search content
DEF Organization
Software Engineer Intern\tSummer 2022
• Re-architected the editor
EDUCATION
XYZ University
Bachelor of Science in Computer Science - 3.8 GPA\tSep 2019 - May 2023
SKILLS
HTML\tTypeScript
• Tech: React Hooks, GraphQL`;

const free = `РЕЗЮМЕ

СИДОРОВА МАРИЯ ПЕТРОВНА
Дата рождения: 12.03.1988
Адрес: г. Нижний Новгород, ул. Ленина, д. 1
Тел.: 8-910-555-01-33

Образование:
2005-2010 Нижегородский государственный университет им. Н.И. Лобачевского
Специальность: бухгалтерский учёт, анализ и аудит

Опыт работы:
03.2015 – н.в.
ООО «Ромашка», главный бухгалтер
- сдача отчётности.

09.2010 – 02.2015
ЗАО «Волгастрой», бухгалтер
- участок «банк-клиент»

Профессиональные навыки:
1С: Бухгалтерия 8.3, Excel, деловая переписка.

Знание языков: английский – базовый
Ожидаемая зарплата: от 90 000 руб.`;

describe('layouts of resumes', () => {
  it('[FILE-007] reads a professional network with the place under the dates', () => {
    expect(jobs(network)).toEqual([
      ['Senior Software Engineer', 'Acme Ltd', '2020-01', null, 'London, England, United Kingdom'],
      ['Software Engineer', 'Globex', '2016-03', '2019-12', 'Berlin, Germany'],
    ]);
    expect(parse(network)).toMatchObject({
      last_name: 'Smith',
      locations: [{ city: 'London', country_code: 'GB' }],
      languages: [{ code: 'en', level: 'native' }, { code: 'de' }],
      educations: [{ institution: 'University of Manchester', start_year: 2012, end_year: 2015 }],
    });
  });

  it('[FILE-007] reads a job board with empty lines within the heading of a job', () => {
    expect(jobs(board)?.map((job) => job.slice(0, 4))).toEqual([
      ['Associate Consultant', 'Quirk Systems', '2016-06', null],
      ['Software Engineer', 'Acme Limited', '2012-11', '2016-05'],
    ]);
    expect(parse(board)).toMatchObject({ first_name: 'Anna', last_name: 'Weber', headline: 'Associate Consultant - Quirk Systems' });
  });

  it('[FILE-007] reads a section without dates', () => {
    const text =
      'Anna Weber\nanna@x.test\n\nWork experience\n\nSoftware Developer\n\nAcme Limited\n\nbuilt things for people\n\nData Analyst at Quirk Systems\n\nSkills\nGit';
    expect(parse(text)?.positions).toMatchObject([
      { title: 'Software Developer', company: 'Acme Limited', is_current: false },
      { title: 'Data Analyst', company: 'Quirk Systems', is_current: false },
    ]);
  });

  it('[FILE-007] reads a job with only the employer in its heading', () => {
    expect(jobs('Anna Weber\nanna@x.test\n\nExperience\nAcme Limited\n2016 - 2019\nBuilt things.\n\nSkills\nGit')).toMatchObject([
      ['Acme Limited', 'Acme Limited', '2016', '2019', null],
    ]);
  });

  it('[FILE-007] reads a resume builder with a job of one summer', () => {
    expect(jobs(builder)?.map((job) => job.slice(0, 4))).toEqual([
      ['Software Engineer', 'ABC Company', '2023-05', null],
      ['Software Engineer Intern', 'DEF Organization', '2022', '2022'],
    ]);
    expect(parse(builder)?.educations).toMatchObject([{ institution: 'XYZ University', field: 'Computer Science', end_year: 2023 }]);
    expect(parse(builder)?.skills?.map((skill) => skill.name)).toEqual(['HTML', 'TypeScript', 'React Hooks', 'GraphQL']);
  });

  it('[FILE-007] reads a Russian free-form resume with labels, numeric months and capitals', () => {
    expect(parse(free)).toMatchObject({
      first_name: 'Мария',
      last_name: 'Сидорова',
      patronymic: 'Петровна',
      birthdate_exact: '1988-03-12',
      gender: 'female',
      salary: { amount: 90_000, currency: 'RUB' },
      locations: [{ city: 'Нижний Новгород' }],
      languages: [{ code: 'en', level: 'basic' }],
    });
    expect(jobs(free)?.map((job) => job.slice(0, 4))).toEqual([
      ['главный бухгалтер', 'ООО «Ромашка»', '2015-03', null],
      ['бухгалтер', 'ЗАО «Волгастрой»', '2010-09', '2015-02'],
    ]);
    expect(parse(free)?.skills?.map((skill) => skill.name)).toEqual(['1С: Бухгалтерия', 'Excel', 'деловая переписка']);
  });

  it('never fail, and always give a valid profile', () => {
    const line = oneof(
      string({ maxLength: 60, unit: 'grapheme' }),
      constantFrom('Experience', 'Опыт работы', 'Skills:', 'Education', 'Навыки', 'Languages', '', 'x'.repeat(3000)),
      constantFrom(
        'Jan 2020 - Present',
        '2019 – 2018',
        'Engineer\t2001',
        '• Acme\t03.2015 – н.в.',
        'Москва',
        'john@example.test +7 912 555 01 42',
        'Солнце',
      ),
      string({ maxLength: 40 }).map((text) => `${text}\t2010-2012`),
    );
    assert(
      property(array(line, { maxLength: 25 }), (lines) => {
        const person = parse(lines.join('\n'));
        if (person && !profileData.safeParse(person).success) throw new Error(JSON.stringify(profileData.safeParse(person).error));
      }),
      { numRuns: 100 },
    );
  }, 60_000);
});

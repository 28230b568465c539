import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createExtractor } from '#platform/extract/extractor.ts';
import { parseResume } from './parse-resume.ts';

const extractor = createExtractor();
afterAll(() => extractor.close());

const sample = (name: string) => fileURLToPath(new URL(`../../../../../test/resumes/${name}`, import.meta.url));

async function parse(name: string) {
  const extracted = await extractor.extract(sample(name));
  if (!extracted.ok) throw new Error(`${name}: ${extracted.reason}`);
  const person = parseResume(extracted);
  if (!person) throw new Error(`${name} was not taken for a resume`);
  return person;
}

const jobs = (person: Awaited<ReturnType<typeof parse>>) =>
  person.positions?.map(({ title, company, start, end }) => [title, company, start, end ?? null]);
const contact = (person: Awaited<ReturnType<typeof parse>>, type: string) =>
  person.contacts?.filter((item) => item.type === type).map((item) => item.value);
const skillNames = (person: Awaited<ReturnType<typeof parse>>) => person.skills?.map((skill) => skill.name);

// The first file also starts the reading process and loads the reference data.
describe('[FILE-007] a resume becomes a profile', { timeout: 60_000 }, () => {
  it('from a PDF of two columns, a column at a time', async () => {
    const person = await parse('rm-two-column.pdf');
    expect(person).toMatchObject({ first_name: 'John', last_name: 'Doe', locations: [{ city: 'San Francisco', country_code: 'US' }] });
    expect(jobs(person)).toEqual([
      ['Senior Software Engineer', 'Stripe', '2023-01', null],
      ['Software Engineer', 'Figma', '2021-06', '2022-12'],
      ['Software Engineer', 'Notion', '2019-07', '2021-05'],
    ]);
    expect(contact(person, 'phone')).toEqual(['+1 (415) 555-0142']);
    expect(skillNames(person)).toEqual(expect.arrayContaining(['Go', 'TypeScript', 'Kubernetes', 'gRPC']));
    expect(person.educations).toMatchObject([{ institution: 'UC Berkeley', level: 'bachelor', field: 'Computer Science', end_year: 2019 }]);
    expect(person.links?.map((link) => link.domain)).toEqual(expect.arrayContaining(['linkedin.com', 'github.com']));
  });

  it('from a PDF with dates at the margin', async () => {
    const person = await parse('rendercv-engineeringresumes.pdf');
    expect(jobs(person)?.[0]).toEqual(['Co-Founder & CTO', 'Nexus AI', '2023-06', null]);
    expect(jobs(person)).toHaveLength(5);
    expect(person.educations?.map((education) => [education.institution, education.level, education.end_year])).toEqual([
      ['Princeton University', 'doctor', 2023],
      ['Boğaziçi University', 'bachelor', 2018],
    ]);
  });

  it('from a PDF with the employer in the title and with a side column', async () => {
    expect(jobs(await parse('scorelia-sample_resume.pdf'))).toEqual([
      ['Software Engineer', 'Google', '2020-01', null],
      ['ML Engineer', 'Meta', '2019-06', '2019-08'],
    ]);
    const jane = await parse('jane-twocol.pdf');
    expect(jane).toMatchObject({ last_name: 'Fullstacker', headline: 'Senior Developer' });
    expect(jobs(jane)?.map(([, company]) => company)).toEqual(['Area 52', 'Veridian Dynamics', 'Stark Industries', 'Dunder Mifflin']);
    expect(jane.languages).toEqual([
      { code: 'en', level: 'native' },
      { code: 'es', level: 'intermediate' },
    ]);
  });

  it.each(['richard-single.odt', 'richard-twocol-table.docx', 'richard-legacy.doc'])('from %s', async (name) => {
    const person = await parse(name);
    expect(person).toMatchObject({ first_name: 'Richard', last_name: 'Hendriks', headline: 'Programmer' });
    expect(jobs(person)).toEqual([['CEO/President', 'Pied Piper', '2013-12', '2014-12']]);
    expect(contact(person, 'email')).toEqual(['richard.hendriks@mail.com']);
    expect(person.educations).toMatchObject([{ institution: 'University of Oklahoma', start_year: 2011, end_year: 2014 }]);
    expect(skillNames(person)).toEqual(expect.arrayContaining(['HTML', 'CSS', 'Javascript']));
  });

  it('from plain text', async () => {
    const person = await parse('jobmatch-en.txt');
    expect(jobs(person)?.map(([title, company]) => [title, company])).toEqual([
      ['Senior Software Engineer', 'Tech Corp Inc'],
      ['Software Engineer', 'StartupXYZ'],
    ]);
    expect(skillNames(person)).toHaveLength(11);
  });

  it('from the export of a Russian job site, with dates broken by a narrow column', async () => {
    const person = await parse('ru-smirnova-hh.pdf');
    expect(person).toMatchObject({
      first_name: 'Анна',
      last_name: 'Смирнова',
      patronymic: 'Сергеевна',
      gender: 'female',
      birthdate_exact: '1993-07-05',
      salary: { amount: 250_000, currency: 'RUB' },
      updated_on: '2025-10-15',
      remote_ready: true,
      headline: 'Ведущий веб-разработчик (Frontend)',
    });
    expect(jobs(person)).toEqual([
      ['Ведущий веб-разработчик', 'ООО «Креативные Решения»', '2019-01', null],
      ['Веб-разработчик', 'ТехАдвансерс', '2016-06', '2018-12'],
    ]);
    expect(skillNames(person)).toHaveLength(14);
  });

  it('from a Russian RTF and text, with months in words and "по настоящее время"', async () => {
    const kuznetsov = await parse('ru-kuznetsov-hh.rtf');
    expect(kuznetsov).toMatchObject({
      last_name: 'Кузнецов',
      gender: 'male',
      birthdate_exact: '1987-01-14',
      locations: [{ city: 'Новосибирск' }],
    });
    expect(jobs(kuznetsov)?.[0]).toEqual(['Менеджер по работе с ключевыми клиентами', 'ООО «СибТехСнаб»', '2018-03', null]);
    const popova = await parse('ru-popova.txt');
    expect(jobs(popova)).toEqual([
      ['IT-рекрутер', 'Кадровое агентство «Альфа Персонал»', '2021-08', null],
      ['Специалист по подбору персонала', 'ПАО «Волга Банк»', '2019-06', '2021-07'],
    ]);
    expect(contact(popova, 'telegram')).toEqual(['@epopova_example']);
    expect(popova.languages?.map((language) => language.code)).toEqual(['ru', 'tt', 'en']);
  });

  it('from a Russian PDF of two columns, with links broken by the column', async () => {
    const person = await parse('ru-novikov-twocol.pdf');
    expect(person).toMatchObject({
      first_name: 'Павел',
      last_name: 'Новиков',
      patronymic: 'Андреевич',
      locations: [{ city: 'Санкт-Петербург' }],
    });
    expect(person.links?.map((link) => link.url)).toEqual(
      expect.arrayContaining(['https://linkedin.com/in/pnovikov-example', 'https://github.com/pnovikov-example']),
    );
    expect(jobs(person)?.[0]).toEqual(['Старший инженер-разработчик', 'АО «Платёжные Системы»', '2023-01', null]);
  });
});

describe('a text without a resume', () => {
  it.each([
    ['a letter', 'Dear Sir or Madam,\n\nI saw your offer and would like to work with you.\n\nSincerely,\nJohn Doe\njohn@example.test'],
    ['an invoice', 'Invoice 2024-001\nTotal: $ 1,200.00\nPay within 14 days.'],
    ['nothing in words', '1 2 3 4 5 6 7 8 9'],
  ])('%s is rejected', (_, text) => {
    expect(parseResume({ text, links: [] })).toBeUndefined();
  });
});

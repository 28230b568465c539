import { inFigures, inWords, type Layout, span, spanStyle, withSlash } from '../layout.ts';
import { fullName } from '../people.ts';
import { docx, heading, paragraph, table } from '../write/office.ts';

const cells = (...texts: string[]) => texts.map((text) => [text]);

/** The form of an agency, a table for each part whose first row names its columns. */
export const agencyForm: Layout = {
  name: 'agency form, tables with column names',
  extension: '.docx',
  languages: ['ru', 'en'],
  make(person, random) {
    const { words, lang } = person;
    const say = (russian: string, english: string) => (lang === 'ru' ? russian : english);
    const style = spanStyle(random, person, [inFigures, withSlash, inWords]);
    return {
      bytes: docx([
        heading(say('Анкета кандидата', 'Candidate profile')),
        table([
          cells(say('Фамилия, имя, отчество', 'Full name'), fullName(person, lang === 'ru')),
          cells(say('Претендует на должность', 'Applying for'), person.headline),
          cells(say('Место проживания', 'Place of residence'), `${person.city}, ${person.country}`),
          cells(say('Телефон / e-mail', 'Phone / e-mail'), `${person.phone}, ${person.email}`),
          cells(say('Профили в сети', 'Online profiles'), person.links.join(', ')),
        ]),
        heading(random.one(words.headings.education)),
        table([
          cells(
            say('Год окончания', 'Graduated'),
            say('Учебное заведение', 'Institution'),
            say('Специальность, степень', 'Subject and degree'),
          ),
          ...person.studies.map((study) => cells(String(study.end), study.institution, `${study.degree}, ${study.field}`)),
        ]),
        heading(random.one(words.headings.experience)),
        table([
          cells(
            say('Период', 'Dates'),
            say('Компания, город', 'Employer and city'),
            say('Должность', 'Job title'),
            say('Основные задачи', 'Main tasks'),
          ),
          ...person.jobs.map((job) => [[span(job, person, style)], [job.company, job.city], [job.title], job.does]),
        ]),
        heading(random.one(words.headings.skills)),
        paragraph(person.skills.join('; ')),
        heading(words.headings.languages[0]),
        table(words.languages.map(([name, level]) => cells(name, level))),
      ]),
    };
  },
};

import { inShort, inWords, type Layout, span, spanStyle, withSlash } from '../layout.ts';
import { fullName } from '../people.ts';
import { bullet, docx, heading, paragraph } from '../write/office.ts';

/** Skills in groups with a name each before the jobs, employers before titles with the dates behind a tab, studies in one line. */
export const functional: Layout = {
  name: 'functional, skills in groups',
  extension: '.docx',
  languages: ['en', 'ru'],
  make(person, random) {
    const { words, lang } = person;
    const say = (russian: string, english: string) => (lang === 'ru' ? russian : english);
    const style = spanStyle(random, person, [inWords, inShort, withSlash]);
    const half = Math.ceil(person.skills.length / 2);
    const sign = random.one([' • ', ' | ', ' ♦ ']);
    return {
      bytes: docx([
        paragraph(fullName(person)),
        paragraph(person.headline),
        paragraph([`${person.city}, ${person.country}`, person.phone, person.email].join(sign)),
        paragraph(person.links.join(sign)),
        heading(random.one(words.headings.summary)),
        paragraph(words.summary),
        heading(random.one(words.headings.skills)),
        paragraph(`${say('Основные', 'Core')}: ${person.skills.slice(0, half).join(', ')}`),
        paragraph(`${say('Дополнительные', 'Additional')}: ${person.skills.slice(half).join(', ')}`),
        heading(random.one(words.headings.experience)),
        ...person.jobs.flatMap((job) => [
          paragraph(`${job.company}, ${job.city}\t${span(job, person, style)}`),
          paragraph(job.title),
          ...job.does.map(bullet),
        ]),
        heading(random.one(words.headings.education)),
        ...person.studies.map((study) =>
          paragraph(`${study.start}–${study.end}\t${study.degree}, ${study.field}${sign}${study.institution}`),
        ),
        heading(words.headings.languages[0]),
        paragraph(words.languages.map(([name, level]) => `${name} – ${level}`).join('; ')),
      ]),
    };
  },
};

import { inFigures, inWords, type Layout, span, spanStyle, yearAlone } from '../layout.ts';
import { fullName } from '../people.ts';
import { bullet, docx, heading, paragraph, table } from '../write/office.ts';

/** Studies before jobs, the employer and the time in brackets behind the title, contacts in a table of two cells at the end. */
export const letterhead: Layout = {
  name: 'studies first, contacts last',
  extension: '.docx',
  languages: ['ru', 'en'],
  make(person, random) {
    const { words } = person;
    const style = spanStyle(random, person, [inFigures, yearAlone, inWords]);
    const way = random.between(0, 1);
    return {
      bytes: docx([
        paragraph(fullName(person)),
        paragraph(person.headline),
        heading(random.one(words.headings.education)),
        ...person.studies.flatMap((study) => [
          paragraph(`${study.institution}, ${study.start}–${study.end}`),
          paragraph(`${study.degree} (${study.field})`),
        ]),
        heading(random.one(words.headings.experience)),
        ...person.jobs.flatMap((job) => [
          paragraph(
            way === 0
              ? `${job.title} (${job.company}, ${span(job, person, style)})`
              : `${span(job, person, style)}: ${job.title} (${job.company})`,
          ),
          ...job.does.map(bullet),
        ]),
        heading(random.one(words.headings.skills)),
        ...person.skills.map(bullet),
        heading(random.one(words.headings.languages)),
        ...words.languages.map(([name, level]) => paragraph(`${name} (${level})`)),
        heading(random.one(words.headings.contacts)),
        table([
          [
            [`${person.city}, ${person.country}`, ...person.links],
            [person.phone, person.email],
          ],
        ]),
      ]),
    };
  },
};

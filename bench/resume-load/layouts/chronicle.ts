import { inShort, inWords, type Layout, span, spanStyle, yearAlone } from '../layout.ts';
import { fullName } from '../people.ts';
import { bullet, heading, odt, paragraph } from '../write/office.ts';

/** A life in bullets, each job and each study one of them, sentences with full stops instead of columns. */
export const chronicle: Layout = {
  name: 'chronicle, a bullet a job',
  extension: '.odt',
  languages: ['ru', 'en'],
  make(person, random) {
    const { words } = person;
    const style = spanStyle(random, person, [inWords, yearAlone, inShort]);
    const between = random.one([': ', '. ', ' | ']);
    return {
      bytes: odt([
        paragraph(fullName(person)),
        paragraph(`${person.headline} (${person.city}, ${person.country})`),
        paragraph(`${person.phone} / ${person.email}`),
        ...person.links.map(paragraph),
        heading(random.one(words.headings.experience)),
        ...person.jobs.map((job) =>
          bullet(`${span(job, person, style)}${between}${job.title}, ${job.company}. ${job.does.map((text) => `${text}.`).join(' ')}`),
        ),
        heading(random.one(words.headings.education)),
        ...person.studies.map((study) =>
          bullet(`${study.start}–${study.end}${between}${study.institution}. ${study.degree}, ${study.field}.`),
        ),
        heading(random.one(words.headings.skills)),
        paragraph(`${person.skills.join(', ')}.`),
        heading(words.headings.languages[0]),
        ...words.languages.map(([name, level]) => bullet(`${name}: ${level}`)),
      ]),
    };
  },
};

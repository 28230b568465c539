import { inFigures, inWords, type Layout, span, spanStyle, withSlash, yearAlone } from '../layout.ts';
import { fullName } from '../people.ts';
import { type Block, bullet, docx, heading, paragraph, table } from '../write/office.ts';

/** Headings and paragraphs; contacts in the header of the page; title and employer in one line with dates. */
export const wordPlain: Layout = {
  name: 'Word, headings',
  extension: '.docx',
  languages: ['en', 'ru'],
  make(person, random) {
    const { words } = person;
    const style = spanStyle(random, person, [inWords, withSlash, inFigures]);
    const way = random.between(0, 3);
    const inHeader = random.chance(0.5);
    const contacts = [`${person.city}, ${person.country}`, `${person.phone} | ${person.email}`, person.links.join(' | ')];
    const jobs = person.jobs.flatMap((job): Block[] => {
      const time = span(job, person, style);
      const lines =
        [
          [`${job.title} | ${job.company} | ${time}`],
          [`${job.company}, ${job.city}\t${time}`, job.title],
          [`${job.title}${words.titleAt}${job.company}`, time],
          [time, `${job.company} — ${job.title}`],
        ][way] ?? [];
      return [...lines.map(paragraph), ...job.does.map(bullet)];
    });
    const studies = person.studies.flatMap((study) => [
      paragraph(`${study.institution}\t${study.end}`),
      paragraph(`${study.degree}: ${study.field}`),
    ]);
    const blocks = [
      heading(fullName(person, person.lang === 'ru' && random.chance(0.5))),
      paragraph(person.headline),
      ...(inHeader ? [] : contacts.map(paragraph)),
      heading(random.one(words.headings.summary)),
      paragraph(words.summary),
      heading(random.one(words.headings.experience)),
      ...jobs,
      heading(random.one(words.headings.education)),
      ...studies,
      heading(random.one(words.headings.skills)),
      ...(random.chance(0.5) ? person.skills.map(bullet) : [paragraph(person.skills.join(', '))]),
      heading(words.headings.languages[0]),
      ...words.languages.map(([name, level]) => paragraph(`${name} – ${level}`)),
    ];
    return { bytes: docx(blocks, inHeader ? contacts : []) };
  },
};

const part = (name: string, cells: string[][][]) => [heading(name), table(cells)];

/** A table of two columns, the label or the dates in the first; the head is a table too. */
export const wordTable: Layout = {
  name: 'Word, table of dates',
  extension: '.docx',
  languages: ['en', 'ru'],
  make(person, random) {
    const { words } = person;
    const style = spanStyle(random, person, [inFigures, yearAlone, inWords]);
    const titleFirst = random.chance(0.5);
    const rows: string[][][] = person.jobs.map((job) => [
      [span(job, person, style), job.city],
      [...(titleFirst ? [job.title, job.company] : [job.company, job.title]), ...job.does],
    ]);
    const studies = person.studies.map((study) => [
      [`${study.start} – ${study.end}`],
      [study.institution, `${study.degree}, ${study.field}`],
    ]);
    return {
      bytes: docx([
        table([
          [
            [fullName(person), person.headline],
            [person.phone, person.email, ...person.links, `${person.city}, ${person.country}`],
          ],
        ]),
        ...part(random.one(words.headings.experience), rows),
        ...part(random.one(words.headings.education), studies),
        ...part(random.one(words.headings.skills), [[[person.skills.join('; ')]]]),
      ]),
    };
  },
};

/** Held out: the whole sheet is a table of one row; the narrow cell holds what a side column holds. */
export const wordSidebar: Layout = {
  name: 'Word, side cell',
  extension: '.docx',
  languages: ['en', 'ru'],
  make(person, random) {
    const { words } = person;
    const style = spanStyle(random, person, [inWords, yearAlone, withSlash]);
    const side = [
      random.one(words.headings.contacts).toUpperCase(),
      person.phone,
      person.email,
      ...person.links,
      `${person.city}, ${person.country}`,
      random.one(words.headings.skills).toUpperCase(),
      ...person.skills,
      random.one(words.headings.education).toUpperCase(),
      ...person.studies.flatMap((study) => [`${study.degree}, ${study.field}`, study.institution, `${study.start} – ${study.end}`]),
    ];
    const main = [
      fullName(person).toUpperCase(),
      person.headline,
      random.one(words.headings.summary).toUpperCase(),
      words.summary,
      random.one(words.headings.experience).toUpperCase(),
      ...person.jobs.flatMap((job) => [
        `${job.title} / ${job.company}`,
        `${span(job, person, style)}, ${job.city}`,
        ...job.does.map((text) => `- ${text}`),
      ]),
    ];
    const sideFirst = random.chance(0.5);
    return { bytes: docx([table([sideFirst ? [side, main] : [main, side]])]) };
  },
};

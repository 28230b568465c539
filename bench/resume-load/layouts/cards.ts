import { inShort, inWords, type Layout, span, spanStyle, withSlash } from '../layout.ts';
import { fullName } from '../people.ts';
import { Column, Pdf } from '../write/pdf.ts';

const title = (column: Column, text: string) => {
  column.skip(12);
  column.line(text, { size: 13 });
  column.skip(4);
};

/** Held out: contacts in three columns under the name, jobs as cards with title and employer in one line, skills with rows of dots. */
export const cards: Layout = {
  name: 'cards, skills with dots',
  extension: '.pdf',
  languages: ['ru', 'en'],
  make(person, random) {
    const pdf = new Pdf();
    const { words } = person;
    const style = spanStyle(random, person, [inWords, withSlash, inShort]);
    const between = random.one([' · ', ' | ', ', ']);
    pdf.text(fullName(person).toUpperCase(), { x: 50, y: 60 }, { size: 24 });
    pdf.text(person.headline, { x: 50, y: 80 }, { size: 12 });
    const thirds = [[`${person.city}, ${person.country}`], [person.phone, person.email], person.links];
    for (const [third, lines] of thirds.entries())
      for (const [row, text] of lines.entries()) pdf.text(text, { x: 50 + third * 175, y: 100 + row * 13 }, { size: 9 });
    const main = new Column(pdf, { left: 50, top: 150, width: 320 });
    const side = new Column(pdf, { left: 400, top: 150, width: 160 });
    title(main, random.one(words.headings.experience));
    for (const job of person.jobs) {
      main.write(`${job.title}${between}${job.company}`, { size: 11 });
      main.line(`${span(job, person, style)}  (${job.city})`, { size: 9 });
      for (const text of job.does) main.write(`◦ ${text}`, { size: 9 });
      main.skip(8);
    }
    title(side, random.one(words.headings.skills));
    for (const skill of person.skills) side.line(skill, { size: 9, right: `${'●'.repeat(random.between(2, 5))}`.padEnd(5, '○') });
    title(side, random.one(words.headings.education));
    for (const study of person.studies) {
      side.write(study.institution, { size: 10 });
      side.write(`${study.degree}, ${study.field}`, { size: 9 });
      side.line(`${study.start} – ${study.end}`, { size: 9 });
      side.skip(6);
    }
    title(side, words.headings.languages[0]);
    for (const [name, level] of words.languages) side.line(name, { size: 9, right: level });
    return { bytes: pdf.bytes() };
  },
};

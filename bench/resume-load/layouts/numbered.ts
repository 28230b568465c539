import { inShort, inWords, type Layout, span, spanStyle, yearAlone } from '../layout.ts';
import { fullName } from '../people.ts';
import { Column, Pdf } from '../write/pdf.ts';

/** Held out: numbered parts and numbered items, a job in one paragraph of sentences behind its heading, on two sheets. */
export const numbered: Layout = {
  name: 'numbered parts, two sheets',
  extension: '.pdf',
  languages: ['en', 'ru'],
  make(person, random) {
    const pdf = new Pdf();
    const { words } = person;
    const style = spanStyle(random, person, [inWords, inShort, yearAlone]);
    const column = new Column(pdf, { left: 60, top: 50, width: 480 });
    const way = random.between(0, 2);
    let parts = 0;
    const part = (text: string) => {
      parts += 1;
      column.skip(14);
      column.line(`${parts}. ${text.toUpperCase()}`, { size: 12 });
      column.skip(4);
    };
    column.line('Curriculum Vitae', { size: 9, right: '1/2' });
    column.line(fullName(person), { size: 18 });
    column.line(person.headline, { size: 12 });
    part(random.one(words.headings.contacts));
    for (const text of [`${person.city}, ${person.country}`, person.phone, person.email, ...person.links]) column.line(text);
    part(random.one(words.headings.summary));
    column.write(words.summary);
    part(random.one(words.headings.skills));
    for (const skill of person.skills) column.line(`– ${skill}`, { indent: 10 });
    pdf.newPage();
    column.y = 50;
    column.line(fullName(person), { size: 9, right: '2/2' });
    part(random.one(words.headings.experience));
    for (const [index, job] of person.jobs.entries()) {
      const number = `${parts}.${index + 1}`;
      const time = span(job, person, style);
      const lines = [
        [`${number} ${job.title}, ${job.company} (${time})`, job.city],
        [`${number} ${time}: ${job.company}, ${job.city}`, job.title],
        [`${number} ${job.company}`, `${job.title}, ${time}`],
      ][way];
      for (const line of lines ?? []) column.line(line, { size: 10.5 });
      column.write(job.does.map((text) => `${text}.`).join(' '), { indent: 10 });
      column.skip(6);
    }
    part(random.one(words.headings.education));
    for (const [index, study] of person.studies.entries()) {
      column.line(`${parts}.${index + 1} ${study.institution} (${study.start}–${study.end})`, { size: 10.5 });
      column.line(`${study.degree}, ${study.field}`, { indent: 10 });
    }
    part(random.one(words.headings.languages));
    column.line(words.languages.map(([name, level]) => `${name} (${level})`).join(', '));
    return { bytes: pdf.bytes() };
  },
};

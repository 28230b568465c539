import { inShort, inWords, type Layout, span, spanStyle, withSlash } from '../layout.ts';
import { fullName } from '../people.ts';
import { Column, Pdf } from '../write/pdf.ts';

/** Held out: headings in a margin at the left, at the right employers in capitals, titles and dates below each other. */
export const margin: Layout = {
  name: 'headings in a margin',
  extension: '.pdf',
  languages: ['en', 'ru'],
  make(person, random) {
    const pdf = new Pdf();
    const { words } = person;
    const style = spanStyle(random, person, [withSlash, inWords, inShort]);
    const column = new Column(pdf, { left: 190, top: 60, width: 360 });
    const upper = random.chance(0.6);
    const part = (heading: string) => {
      column.skip(16);
      pdf.text(heading, { x: 45, y: column.y + 12.5 }, { size: 10 });
    };
    pdf.text(fullName(person), { x: 190, y: 50 }, { size: 22 });
    column.line(person.headline, { size: 11 });
    column.line([person.email, person.phone].join('   '), { size: 9 });
    column.line([`${person.city}, ${person.country}`, ...person.links].join('   '), { size: 9 });
    part(random.one(words.headings.summary));
    column.write(words.summary);
    part(random.one(words.headings.skills));
    column.write(person.skills.join(' · '));
    part(random.one(words.headings.experience));
    for (const job of person.jobs) {
      column.line(`${upper ? job.company.toUpperCase() : job.company}, ${job.city}`, { size: 10 });
      column.line(job.title, { size: 10 });
      column.line(span(job, person, style), { size: 9 });
      for (const text of job.does) column.write(`▪ ${text}`, { size: 9 });
      column.skip(6);
    }
    part(random.one(words.headings.education));
    for (const study of person.studies) {
      column.line(`${study.degree}, ${study.field}`, { size: 10 });
      column.line(`${study.institution}, ${study.end}`, { size: 9 });
      column.skip(5);
    }
    part(random.one(words.headings.languages));
    column.write(words.languages.map(([name, level]) => `${name} – ${level}`).join(', '));
    return { bytes: pdf.bytes(), truth: upper ? companiesInCapitals(person.jobs) : {} };
  },
};

const companiesInCapitals = (jobs: readonly { company: string }[]) => ({
  current_company: jobs[0]?.company.toUpperCase(),
  companies: [...new Set(jobs.map(({ company }) => company.toUpperCase()))],
});

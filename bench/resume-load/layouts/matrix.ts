import { inFigures, inShort, type Layout, span, spanStyle, withSlash } from '../layout.ts';
import { fullName } from '../people.ts';
import { Column, Pdf } from '../write/pdf.ts';

/** Three columns of dates, employers and what was done there, without lines; skills in two columns; contacts at the foot. */
export const matrix: Layout = {
  name: 'three columns of dates, employers, titles',
  extension: '.pdf',
  languages: ['en', 'ru'],
  make(person, random) {
    const pdf = new Pdf();
    const { words } = person;
    const style = spanStyle(random, person, [inFigures, withSlash, inShort]);
    const [dates, places, main] = [
      new Column(pdf, { left: 40, top: 90, width: 95 }),
      new Column(pdf, { left: 145, top: 90, width: 120 }),
      new Column(pdf, { left: 280, top: 90, width: 275 }),
    ];
    const columns = [dates, places, main];
    const meet = (room: number) => {
      const y = Math.max(...columns.map((column) => column.y)) + room;
      for (const column of columns) column.y = y;
    };
    const row = (time: string, where: string[], what: string[]) => {
      dates.write(time, { size: 9 });
      for (const text of where) places.write(text, { size: 9 });
      for (const [index, text] of what.entries()) main.write(text, { size: index === 0 ? 10 : 9 });
      meet(8);
    };
    const title = (text: string) => {
      meet(10);
      dates.line(text, { size: 12 });
      meet(6);
    };
    pdf.text(fullName(person), { x: 40, y: 50 }, { size: 20 });
    pdf.text(person.headline, { x: 40, y: 70 }, { size: 12 });
    title(random.one(words.headings.experience));
    for (const job of person.jobs) row(span(job, person, style), [job.company, job.city], [job.title, ...job.does]);
    title(random.one(words.headings.education));
    for (const study of person.studies) row(`${study.start} – ${study.end}`, [study.institution], [study.degree, study.field]);
    title(random.one(words.headings.skills));
    const half = Math.ceil(person.skills.length / 2);
    for (const [index, skill] of person.skills.slice(0, half).entries()) {
      const y = dates.y + 14;
      pdf.text(skill, { x: 40, y }, { size: 9 });
      pdf.text(person.skills[half + index] ?? '', { x: 280, y }, { size: 9 });
      for (const column of columns) column.y = y;
    }
    title(random.one(words.headings.contacts));
    for (const text of [person.phone, person.email, `${person.city}, ${person.country}`, ...person.links]) {
      dates.line(text, { size: 9 });
    }
    return { bytes: pdf.bytes() };
  },
};

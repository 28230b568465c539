import { inFigures, inShort, inWords, type Layout, span, spanStyle, yearAlone } from '../layout.ts';
import { fullName } from '../people.ts';
import { Column, Pdf } from '../write/pdf.ts';

/** TeX makes one glyph of these, and its fonts map it to the joined letter. */
const joined = (text: string) => text.replaceAll('ffi', 'ﬃ').replaceAll('fi', 'ﬁ').replaceAll('fl', 'ﬂ');

/** Employer and place in one line, title and dates in the next; everything at the margins. */
export const latexClassic: Layout = {
  name: 'LaTeX, classic',
  extension: '.pdf',
  languages: ['en', 'ru'],
  make(person, random) {
    const pdf = new Pdf();
    const { words } = person;
    const column = new Column(pdf, { left: 50, top: 50, width: 495 });
    const style = spanStyle(random, person, [inShort, inWords]);
    const titleFirst = random.chance(0.5);
    const name = fullName(person);
    pdf.text(name, { x: 297 - Pdf.measure(name, { size: 22 }) / 2, y: 60 }, { size: 22 });
    const contacts = [person.phone, person.email, ...person.links].join(' | ');
    pdf.text(contacts, { x: 297 - Pdf.measure(contacts, { size: 9 }) / 2, y: 78 }, { size: 9 });
    column.y = 90;
    const heading = (text: string) => {
      column.skip(10);
      column.line(random.chance(0.3) ? text.toUpperCase() : text, { size: 14 });
      column.skip(4);
    };
    heading(random.one(words.headings.experience));
    for (const job of person.jobs) {
      const [one, other] = titleFirst ? [job.title, job.company] : [job.company, job.title];
      column.line(joined(one), { right: titleFirst ? span(job, person, style) : job.city });
      column.line(joined(other), { right: titleFirst ? job.city : span(job, person, style) });
      for (const text of job.does)
        column.write(
          joined(`• ${text} and wrote down how it was done, so that the next colleagues would find their way about it without asking`),
          { indent: 12, hyphens: true },
        );
      column.skip(5);
    }
    heading(random.one(words.headings.education));
    for (const study of person.studies) {
      column.line(joined(study.institution), { right: random.one(['', person.city]) });
      column.line(`${study.degree}, ${study.field}`, { right: `${study.start}${style.dash}${study.end}` });
    }
    heading(random.one(words.headings.skills));
    column.write(person.skills.join(', '));
    return { bytes: pdf.bytes(), truth: { location: undefined, headline: undefined } };
  },
};

/** Dates in a margin at the left, title and employer in one line beside them, contacts with little pictures at the top right. */
export const latexMargin: Layout = {
  name: 'LaTeX, dates at the left',
  extension: '.pdf',
  languages: ['en', 'ru'],
  make(person, random) {
    const pdf = new Pdf();
    const { words } = person;
    const style = spanStyle(random, person, [yearAlone, inFigures, inShort]);
    pdf.text(person.first, { x: 50, y: 70 }, { size: 20 });
    pdf.text(
      person.patronymic ? `${person.patronymic} ${person.last}` : person.last,
      { x: 55 + Pdf.measure(person.first, { size: 20 }), y: 70 },
      { size: 20 },
    );
    pdf.text(person.headline, { x: 50, y: 92 }, { size: 13 });
    const right = [`${person.city}, ${person.country}`, person.phone, person.email, ...person.links];
    for (const [index, text] of right.entries()) {
      const x = 545 - Pdf.measure(text, { size: 9 });
      pdf.text('HqBEf'.charAt(index), { x: x - 14, y: 50 + index * 12 }, { size: 9, font: 'icons' });
      pdf.text(text, { x, y: 50 + index * 12 }, { size: 9 });
    }
    const column = new Column(pdf, { left: 150, top: 130, width: 395 });
    const beside = (date: string, text: string) => {
      const [first = '', ...more] = Pdf.wrap(text, column.width);
      column.line(first);
      pdf.text(date, { x: 140 - Pdf.measure(date, { size: 9 }), y: column.y }, { size: 9 });
      for (const line of more) column.line(line);
    };
    const heading = (text: string) => {
      column.skip(14);
      pdf.text(text, { x: 150, y: column.y }, { size: 14 });
    };
    heading(random.one(words.headings.experience));
    for (const job of person.jobs) {
      beside(span(job, person, style), `${joined(job.title)}, ${joined(job.company)}, ${job.city}.`);
      for (const text of job.does) column.write(joined(`• ${text}.`), { indent: 8, hyphens: true });
    }
    heading(random.one(words.headings.education));
    for (const study of person.studies) beside(`${study.start}–${study.end}`, `${study.degree} ${study.field}, ${study.institution}.`);
    heading(random.one(words.headings.skills));
    for (let at = 0; at < person.skills.length; at += 3)
      beside(
        (person.lang === 'ru' ? ['Основное', 'Инструменты', 'Прочее'] : ['Methods', 'Tools', 'Other'])[at / 3] ?? '',
        person.skills.slice(at, at + 3).join(', '),
      );
    return { bytes: pdf.bytes() };
  },
};

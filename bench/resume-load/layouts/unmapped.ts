import { inFigures, inWords, type Layout, span, spanStyle } from '../layout.ts';
import { fullName } from '../people.ts';
import type { FontKind } from '../write/pdf-fonts.ts';
import { Column, Pdf } from '../write/pdf.ts';

/** Russian text in fonts without a map to Unicode. Where the order of the glyphs is the file's own, it cannot be read and must not be taken for text. */
export const unmapped: Layout = {
  name: 'fonts without Unicode maps',
  extension: '.pdf',
  languages: ['ru'],
  make(person, random) {
    const kind = random.one<FontKind>(['named', 'cp1251', 'numbered', 'glyphs', 'numbered', 'glyphs', 'cp1251', 'opaque']);
    const pdf = new Pdf(kind);
    const { words } = person;
    const style = { ...spanStyle(random, person, [inWords, inFigures]), dash: ' - ' };
    // Such fonts hold no arrows and no dashes of other alphabets.
    const phone = person.phone.replaceAll(/[–—]/g, '-');
    const column = new Column(pdf, { left: 50, top: 50, width: 495 });
    column.line(fullName(person, true), { size: 18 });
    column.line(person.headline, { size: 12 });
    column.line(`Телефон: ${phone}`);
    column.line(`E-mail: ${person.email}`);
    column.line(`${person.city}, ${person.country}`);
    for (const link of person.links) column.line(link);
    const heading = (text: string) => {
      column.skip(10);
      column.line(text, { size: 14 });
      column.skip(3);
    };
    heading(random.one(words.headings.experience));
    for (const job of person.jobs) {
      column.line(job.company, { right: span(job, person, style) });
      column.line(job.title);
      for (const text of job.does) column.write(`- ${text}.`, { indent: 10 });
    }
    heading(random.one(words.headings.education));
    for (const study of person.studies) {
      column.line(study.institution, { right: `${study.start} - ${study.end}` });
      column.line(`${study.degree}, ${study.field}`);
    }
    heading(random.one(words.headings.skills));
    column.write(person.skills.join(', '));
    return { bytes: pdf.bytes(), truth: kind === 'opaque' ? { expect_error: 'unreadable' } : {} };
  },
};

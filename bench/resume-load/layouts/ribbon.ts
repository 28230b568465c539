import { inFigures, inShort, inWords, type Layout, span, spanStyle } from '../layout.ts';
import { Column, Pdf } from '../write/pdf.ts';

const apart = { apart: true } as const;

/** How far a skill goes, of five: dots, a share, or a bar that is drawn and leaves no text. */
const bars: readonly ((level: number) => string)[] = [
  (level) => '●'.repeat(level) + '○'.repeat(5 - level),
  (level) => `${level * 20}%`,
  () => '',
];

/** A ribbon at the right with contacts and skills as bars; every letter by itself, in the file from the left of the sheet to the right. */
export const ribbon: Layout = {
  name: 'creative, ribbon and bars',
  extension: '.pdf',
  languages: ['ru', 'en'],
  make(person, random) {
    const pdf = new Pdf();
    const { words } = person;
    const style = spanStyle(random, person, [inWords, inShort, inFigures]);
    const bar = bars[random.between(0, bars.length - 1)];
    const main = new Column(pdf, { left: 36, top: 40, width: 340 });
    const side = new Column(pdf, { left: 415, top: 60, width: 150 });
    const title = (column: Column, text: string) => {
      column.skip(14);
      column.line(text, { size: 13, ...apart });
      column.skip(4);
    };
    main.line([person.first, person.patronymic].filter(Boolean).join(' '), { size: 24, ...apart });
    main.line(person.last, { size: 24, ...apart });
    main.line(person.headline, { size: 12, ...apart });
    title(main, random.one(words.headings.summary));
    main.write(words.summary, { size: 9, ...apart });
    title(main, random.one(words.headings.experience));
    for (const job of person.jobs) {
      main.line(job.title, { size: 11, ...apart });
      main.line(`${job.company} · ${job.city} · ${span(job, person, style)}`, { size: 9, ...apart });
      for (const text of job.does) main.write(`› ${text}`, { size: 9, indent: 6, ...apart });
      main.skip(7);
    }
    title(main, random.one(words.headings.education));
    for (const study of person.studies) {
      main.line(study.institution, { size: 10, ...apart });
      main.line(`${study.degree} · ${study.field} · ${study.start} – ${study.end}`, { size: 9, ...apart });
      main.skip(5);
    }
    title(side, random.one(words.headings.contacts));
    for (const text of [person.phone, person.email, `${person.city}, ${person.country}`, ...person.links])
      side.write(text, { size: 8.5, ...apart });
    title(side, random.one(words.headings.skills));
    for (const skill of person.skills) {
      side.line(skill, { size: 9, ...apart });
      const level = bar?.(random.between(2, 5)) ?? '';
      if (level) pdf.text(level, { x: side.left + side.width - Pdf.measure(level, { size: 8 }), y: side.y }, { size: 8, ...apart });
      side.skip(6);
    }
    title(side, random.one(words.headings.languages));
    for (const [name, level] of words.languages) side.write(`${name}: ${level}`, { size: 9, ...apart });
    pdf.drawFromLeft();
    return { bytes: pdf.bytes() };
  },
};

import { inFigures, inShort, inWords, type Layout, type SpanStyle, span, spanStyle, withSlash, yearAlone } from '../layout.ts';
import { fullName, type Person } from '../people.ts';
import type { Random } from '../random.ts';
import { Column, Pdf, type TextStyle } from '../write/pdf.ts';

/** A side column at the left, drawn after the main one; headings with wide spaces between the letters. */
export const sideLeft: Layout = {
  name: 'two columns, side left',
  extension: '.pdf',
  languages: ['en', 'ru'],
  make(person, random) {
    const pdf = new Pdf();
    const { words } = person;
    const style = spanStyle(random, person, [inShort, yearAlone, inFigures]);
    const spaced: TextStyle = { size: 11, spacing: 3 };
    const main = new Column(pdf, { left: 215, top: 40, width: 335 });
    const title = (column: Column, text: string) => {
      column.skip(14);
      column.line(text.toUpperCase(), spaced);
      column.skip(6);
    };
    main.line(fullName(person).toUpperCase(), { size: 20 });
    main.line(person.headline, { size: 12 });
    title(main, random.one(words.headings.summary));
    main.write(words.summary);
    title(main, random.one(words.headings.experience));
    for (const job of person.jobs) {
      main.line(job.title, { size: 11, right: span(job, person, style) });
      main.line(`${job.company}, ${job.city}`);
      for (const text of job.does) main.write(`• ${text}`, { indent: 8 });
      main.skip(6);
    }
    const side = new Column(pdf, { left: 30, top: 60, width: 150 });
    title(side, random.one(words.headings.contacts));
    for (const text of [person.phone, person.email, ...person.links, `${person.city}, ${person.country}`]) side.write(text, { size: 9 });
    title(side, words.headings.skills[0]);
    for (const skill of person.skills) side.write(random.chance(0.2) ? `• ${skill}` : skill, { size: 9 });
    title(side, words.headings.education[0]);
    for (const study of person.studies) {
      side.write(`${study.degree}, ${study.field}`, { size: 9 });
      side.write(study.institution, { size: 9 });
      side.write(`${study.start} – ${study.end}`, { size: 9 });
      side.skip(6);
    }
    return { bytes: pdf.bytes() };
  },
};

const iconLetters = ['q', 'H', 'ó', 'Ñ'] as const;

/** Skills as little labels side by side, some in two columns. */
function labelsOf(pdf: Pdf, { x, y, width }: { x: number; y: number; width: number }, skills: readonly string[]): number {
  let [left, row] = [x, y];
  for (const skill of skills) {
    const wide = Pdf.measure(skill, { size: 9 }) + 14;
    if (left + wide > x + width) {
      left = x;
      row += 18;
    }
    pdf.text(skill, { x: left, y: row }, { size: 9 });
    left += wide + 6;
  }
  return row;
}

/** Pictures that read as letters before contacts, a name set letter by letter, skills as labels. */
export const iconFont: Layout = {
  name: 'creative, icon font',
  extension: '.pdf',
  languages: ['en', 'ru'],
  make(person, random) {
    const pdf = new Pdf();
    const { words } = person;
    const style = spanStyle(random, person, [inWords, yearAlone]);
    pdf.text(fullName(person), { x: 40, y: 60 }, { size: 28, apart: true, spacing: 0.5 });
    pdf.text(person.headline, { x: 40, y: 82 }, { size: 13 });
    const contacts = [person.phone, person.email, ...person.links];
    let x = 40;
    for (const [index, text] of contacts.entries()) {
      const y = index < 2 ? 98 : 110;
      if (index === 2) x = 40;
      pdf.text(iconLetters[index] ?? 'W', { x, y }, { size: 8, font: 'icons' });
      x = pdf.text(text, { x: x + 12, y }, { size: 8 }) + 12;
    }
    const main = new Column(pdf, { left: 40, top: 120, width: 330 });
    const side = new Column(pdf, { left: 400, top: 120, width: 160 });
    const title = (column: Column, text: string) => {
      column.skip(12);
      const y = column.y + 16;
      pdf.text('è', { x: column.left, y }, { size: 12, font: 'icons' });
      pdf.text(text, { x: column.left + 18, y }, { size: 13, apart: true });
      column.y = y + 6;
    };
    title(main, random.one(words.headings.experience));
    for (const job of person.jobs) {
      main.line(job.title, { size: 11 });
      main.line(job.company, { size: 10 });
      const dateLine = span(job, person, style);
      main.line(`   ${dateLine}`, { size: 8, right: job.city });
      pdf.text('Ò', { x: main.left, y: main.y }, { size: 8, font: 'icons' });
      for (const text of job.does) main.write(`– ${text}`, { size: 9 });
      main.skip(6);
    }
    title(main, random.one(words.headings.education));
    for (const study of person.studies) {
      main.line(`${study.degree}, ${study.field}`, { size: 11 });
      main.line(study.institution, { right: `${study.start} – ${study.end}` });
      main.skip(4);
    }
    title(side, random.one(words.headings.summary));
    side.write(words.summary, { size: 9 });
    title(side, random.one(words.headings.skills));
    side.y = labelsOf(pdf, { x: side.left, y: side.y + 12, width: 160 }, person.skills);
    title(side, words.headings.languages[0]);
    for (const [name, level] of words.languages) side.line(name, { size: 9, right: level });
    return { bytes: pdf.bytes(), truth: { location: undefined } };
  },
};

/** Rows of both columns, drawn across the sheet as a printer driver does. */
interface Line {
  text: string;
  size: number;
  gap: number;
}

function drawAcross(pdf: Pdf, columns: { left: number; lines: Line[] }[], top: number): void {
  const placed = columns.flatMap(({ left, lines }) => {
    let y = top;
    return lines.map((line) => {
      y += line.gap + line.size * 1.3;
      return { ...line, x: left, y };
    });
  });
  for (const { text, x, y, size } of placed.toSorted((one, other) => one.y - other.y)) pdf.text(text, { x, y }, { size });
}

const set = (text: string, { width, size = 9.5, gap = 0 }: { width: number; size?: number; gap?: number }): Line[] =>
  Pdf.wrap(text, width, { size }).map((line, index) => ({ text: line, size, gap: index === 0 ? gap : 0 }));

function mainLines(person: Person, random: Random, style: SpanStyle): Line[] {
  const width = 330;
  return [
    ...set(random.one(person.words.headings.experience), { width, size: 14, gap: 6 }),
    ...person.jobs.flatMap((job) => [
      ...set(job.company, { width, size: 11, gap: 8 }),
      ...set(job.title, { width, size: 10 }),
      ...set(`${span(job, person, style)} | ${job.city}`, { width, size: 9 }),
      ...job.does.flatMap((text) => set(`• ${text}`, { width, gap: 2 })),
    ]),
    ...set(random.one(person.words.headings.education), { width, size: 14, gap: 14 }),
    ...person.studies.flatMap((study) => [
      ...set(study.institution, { width, size: 11, gap: 6 }),
      ...set(`${study.degree} – ${study.field}`, { width }),
      ...set(`${study.start} - ${study.end}`, { width }),
    ]),
  ];
}

/** Held out: a band with name and title over both columns, the side at the right, drawn row by row. */
export const sideRight: Layout = {
  name: 'two columns, side right',
  extension: '.pdf',
  languages: ['en', 'ru'],
  make(person, random) {
    const pdf = new Pdf();
    const { words } = person;
    const style = spanStyle(random, person, [inShort, withSlash, inWords]);
    pdf.text(fullName(person), { x: 45, y: 60 }, { size: 26 });
    pdf.text(person.headline, { x: 45, y: 82 }, { size: 13 });
    const width = 140;
    const side = [
      ...set(random.one(words.headings.contacts), { width, size: 14, gap: 6 }),
      ...[person.email, person.phone, `${person.city}, ${person.country}`, ...person.links].flatMap((text) => set(text, { width, gap: 3 })),
      ...set(random.one(words.headings.skills), { width, size: 14, gap: 14 }),
      ...person.skills.flatMap((skill) => set(skill, { width, gap: 3 })),
      ...set(random.one(words.headings.languages), { width, size: 14, gap: 14 }),
      ...words.languages.flatMap(([name, level]) => set(`${name}: ${level}`, { width, gap: 3 })),
    ];
    drawAcross(
      pdf,
      [
        { left: 45, lines: mainLines(person, random, style) },
        { left: 410, lines: side },
      ],
      100,
    );
    return { bytes: pdf.bytes() };
  },
};

/** Dates in a middle column between labels of sections and what they hold, all set letter by letter. */
export const timeline: Layout = {
  name: 'timeline, letter by letter',
  extension: '.pdf',
  languages: ['en', 'ru'],
  make(person, random) {
    const pdf = new Pdf();
    const { words } = person;
    const apart = { apart: true } as const;
    const style = spanStyle(random, person, [inShort, inFigures]);
    const column = new Column(pdf, { left: 270, top: 120, width: 280 });
    pdf.text(fullName(person), { x: 40, y: 60 }, { size: 24, ...apart });
    pdf.text(person.headline, { x: 40, y: 80 }, { size: 12, ...apart });
    pdf.text([person.email, person.phone, person.city].join('  /  '), { x: 40, y: 100 }, { size: 9, ...apart });
    const section = (text: string) => {
      column.skip(16);
      pdf.text(text, { x: 40, y: column.y + 14 }, { size: 12, ...apart });
    };
    const dated = (date: string, lines: string[]) => {
      pdf.text(date, { x: 150, y: column.y + 12.5 }, { size: 8, ...apart });
      for (const line of lines) column.write(line, apart);
      column.skip(8);
    };
    section(random.one(words.headings.experience));
    for (const job of person.jobs)
      dated(span(job, person, style), [job.title, `${job.company} (${job.city})`, ...job.does.map((text) => `• ${text}`)]);
    section(random.one(words.headings.education));
    for (const study of person.studies) dated(`${study.start} – ${study.end}`, [study.institution, `${study.degree}, ${study.field}`]);
    section(random.one(words.headings.skills));
    column.write(person.skills.join(' · '), apart);
    return { bytes: pdf.bytes(), truth: { links: undefined } };
  },
};

import { duration, inFigures, inShort, inWords, labels, type Layout, span, spanStyle, withSlash, yearAlone } from '../layout.ts';
import { fullName } from '../people.ts';
import { Column, Pdf } from '../write/pdf.ts';

/** Held out: a table of two sides, what was done at the left and when and where at the right; the right cells are drawn first. */
export const datesRight: Layout = {
  name: 'table, dates right',
  extension: '.pdf',
  languages: ['en', 'ru'],
  make(person, random) {
    const pdf = new Pdf();
    const { words } = person;
    const style = spanStyle(random, person, [withSlash, inShort, yearAlone]);
    const titleFirst = random.chance(0.5);
    const upper = random.chance(0.4);
    const column = new Column(pdf, { left: 48, top: 60, width: 355 });
    const row = (left: string[], right: string[]) => {
      const top = column.y;
      for (const [index, text] of right.entries()) pdf.text(text, { x: 430, y: top + 12.5 + index * 11.5 }, { size: 9 });
      for (const text of left) column.write(text, { size: 10, ...(text.startsWith('•') ? { indent: 10 } : {}) });
      column.y = Math.max(column.y, top + 12.5 + right.length * 11.5);
      column.skip(7);
    };
    const heading = (text: string) => {
      column.skip(12);
      column.line(text.toUpperCase(), { size: 11 });
      column.skip(5);
    };
    const contacts = [person.phone, person.email, `${person.city}, ${person.country}`, ...person.links];
    for (const [index, text] of contacts.entries()) pdf.text(text, { x: 390, y: 45 + index * 12 }, { size: 9 });
    pdf.text(fullName(person), { x: 48, y: 52 }, { size: 21 });
    pdf.text(person.headline, { x: 48, y: 70 }, { size: 12 });
    column.y = 100;
    heading(random.one(words.headings.experience));
    for (const job of person.jobs) {
      const title = upper ? job.title.toUpperCase() : job.title;
      row(
        [...(titleFirst ? [title, job.company] : [job.company, title]), ...job.does.map((text) => `• ${text}`)],
        [span(job, person, style), job.city],
      );
    }
    heading(random.one(words.headings.education));
    for (const study of person.studies) row([`${study.degree}, ${study.field}`, study.institution], [`${study.start} – ${study.end}`]);
    heading(random.one(words.headings.languages));
    for (const [name, level] of words.languages) row([name], [level]);
    heading(random.one(words.headings.skills));
    row([person.skills.join(', ')], []);
    return { bytes: pdf.bytes() };
  },
};

/** What a job board prints. Labels at the left of values, the employer above a line of dates and title. */
export const jobBoard: Layout = {
  name: 'job board, labels and values',
  extension: '.pdf',
  languages: ['ru', 'ru', 'en'],
  make(person, random) {
    const pdf = new Pdf();
    const { lang, words } = person;
    const say = (russian: string, english: string) => (lang === 'ru' ? russian : english);
    const style = spanStyle(random, person, [inFigures, inWords]);
    const between = random.one([', ', ' — ', ': ', ' | ']);
    const wide = new Column(pdf, { left: 40, top: 35, width: 515 });
    const values = new Column(pdf, { left: 200, top: 35, width: 355 });
    const row = (label: string, value: string) => {
      pdf.text(label, { x: 40, y: wide.y + 12.5 }, { size: 10 });
      values.y = wide.y;
      values.write(value);
      wide.y = values.y;
    };
    const heading = (text: string) => {
      wide.skip(12);
      wide.line(text, { size: 13 });
      wide.skip(4);
    };
    wide.line(`${say('Резюме №', 'Resume No.')} ${random.between(1_000_000, 9_999_999)}`, { size: 8, right: '12.03.2024' });
    wide.line(fullName(person, lang === 'ru'), { size: 17 });
    wide.skip(4);
    row(say('Желаемая должность', 'Desired position'), person.headline);
    row(say('Заработная плата', 'Salary'), say('от 90 000 руб.', 'from 90 000 RUB'));
    row(say('Город проживания', 'City'), person.city);
    row(say('Контактный телефон', 'Mobile phone'), person.phone);
    row(say('Эл. почта', 'E-mail address'), person.email);
    row(say('Ссылки', 'Links'), person.links.join(', '));
    heading(random.one(words.headings.experience));
    for (const job of person.jobs) {
      wide.line(job.company, { size: 11 });
      wide.line(`${span(job, person, style)}${between}${job.title}`);
      row(say('Стаж', 'Length'), duration(job, lang));
      row(say('Регион', 'Region'), job.city);
      row(say('Обязанности', 'Duties'), `${job.does.join('. ')}.`);
      wide.skip(6);
    }
    heading(random.one(words.headings.education));
    for (const study of person.studies) {
      row(labels[lang].school, study.institution);
      row(say('Специальность', 'Field of study'), study.field);
      row(say('Степень', 'Degree'), study.degree);
      row(say('Год окончания', 'Year of graduation'), String(study.end));
      wide.skip(6);
    }
    heading(random.one(words.headings.skills));
    row(say('Владею', 'Knowledge of'), person.skills.join(', '));
    for (const [name, level] of words.languages) row(name, level);
    wide.skip(20);
    wide.line(say('Распечатано с сайта jobs.example.org', 'Printed from jobs.example.org'), { size: 7 });
    return { bytes: pdf.bytes(), truth: { location: person.city } };
  },
};

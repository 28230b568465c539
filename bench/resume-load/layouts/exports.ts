import { byCompany, duration, inWords, type Layout, span } from '../layout.ts';
import { fullName } from '../people.ts';
import { Column, Pdf } from '../write/pdf.ts';

/** Labels at the right of a narrow column, what they name at the left of a wide one. */
export const europass: Layout = {
  name: 'Europass',
  extension: '.pdf',
  languages: ['en', 'ru'],
  make(person, random) {
    const pdf = new Pdf();
    const isRussian = person.lang === 'ru';
    const column = new Column(pdf, { left: 200, top: 90, width: 345 });
    const row = (label: string, lines: string[], size = 10) => {
      const y = column.y + size * 1.25;
      if (label) pdf.text(label, { x: 185 - Pdf.measure(label, { size: 9 }), y }, { size: 9 });
      for (const line of lines) column.write(line, { size });
    };
    const heading = (english: string, russian: string) => {
      column.skip(14);
      const text = isRussian ? russian : english;
      column.y += 14;
      pdf.text(text, { x: 185 - Pdf.measure(text, { size: 11 }), y: column.y }, { size: 11 });
      column.skip(2);
    };
    pdf.text('Curriculum vitae', { x: 200, y: 45 }, { size: 9 });
    heading('PERSONAL INFORMATION', 'ЛИЧНАЯ ИНФОРМАЦИЯ');
    row('', [fullName(person)], 14);
    row(isRussian ? 'Адрес' : 'Address', [`${person.city}, ${person.country}`]);
    row(isRussian ? 'Телефон' : 'Telephone', [person.phone]);
    row('E-mail', [person.email]);
    row(isRussian ? 'Сайт' : 'Website', person.links);
    row(isRussian ? 'Дата рождения' : 'Date of birth', [`${random.between(10, 28)}/0${random.between(1, 9)}/19${random.between(80, 92)}`]);
    heading('JOB APPLIED FOR', 'ЖЕЛАЕМАЯ ДОЛЖНОСТЬ');
    row('', [person.headline], 12);
    heading('WORK EXPERIENCE', 'ОПЫТ РАБОТЫ');
    const style = { date: inWords, dash: ' – ', since: false, present: isRussian ? 'настоящее время' : 'Present' };
    for (const job of person.jobs) {
      row(span(job, person, style), [job.title, `${job.company}, ${job.city}`, ...job.does.map((text) => `▪ ${text}`)]);
      column.skip(6);
    }
    heading('EDUCATION AND TRAINING', 'ОБРАЗОВАНИЕ');
    for (const study of person.studies) row(`${study.start} – ${study.end}`, [`${study.degree}, ${study.field}`, study.institution]);
    heading('PERSONAL SKILLS', 'НАВЫКИ');
    row(isRussian ? 'Родной язык' : 'Mother tongue', [person.words.languages[0]?.[0] ?? '']);
    row(isRussian ? 'Профессиональные навыки' : 'Job-related skills', [person.skills.join(', ')]);
    return { bytes: pdf.bytes() };
  },
};

/** The export of the largest Russian job site: dates and their length at the left. */
export const headHunter: Layout = {
  name: 'hh.ru',
  extension: '.pdf',
  languages: ['ru', 'ru', 'en'],
  make(person, random) {
    const pdf = new Pdf();
    const isRussian = person.lang === 'ru';
    const say = (russian: string, english: string) => (isRussian ? russian : english);
    const column = new Column(pdf, { left: 170, top: 50, width: 380 });
    const wide = new Column(pdf, { left: 40, top: 40, width: 510 });
    wide.line(fullName(person, isRussian), { size: 20 });
    const born = `${random.between(1, 28)} ${say('июля', 'July')} ${random.between(1980, 1995)}`;
    wide.write(
      `${person.isWoman ? say('Женщина', 'Female') : say('Мужчина', 'Male')}, ${random.between(28, 44)} ${say('лет', 'years')}, ${say(person.isWoman ? 'родилась' : 'родился', 'born on')} ${born}`,
    );
    wide.write(`${person.phone} — ${say('предпочитаемый способ связи', 'preferred means of communication')}`);
    wide.write(person.email);
    for (const link of person.links) wide.write(link);
    wide.write(`${say('Проживает', 'Reside in')}: ${person.city}`);
    wide.write(say('Гражданство: Россия, есть разрешение на работу: Россия', 'Citizenship: Russia, work permit at: Russia'));
    wide.write(say('Не готов к переезду, готов к редким командировкам', 'Not willing to relocate, prepared for occasional business trips'));
    const heading = (text: string) => {
      wide.skip(10);
      wide.line(text, { size: 12 });
      wide.skip(6);
    };
    heading(say('Желаемая должность и зарплата', 'Desired position and salary'));
    wide.line(person.headline, { size: 13, right: say('150 000 ₽ на руки', '150 000 RUB in hand') });
    wide.write(say('Специализации:', 'Specializations:'));
    wide.write(`— ${person.jobs[0].title}`);
    wide.write(say('Занятость: полная занятость', 'Employment: full time'));
    heading(`${say('Опыт работы', 'Work experience')} — ${random.between(3, 12)} ${say('лет', 'years')} 4 ${say('месяца', 'months')}`);
    const style = { date: inWords, dash: ' — ', since: false, present: say('настоящее время', 'till now') };
    for (const job of person.jobs) {
      column.y = wide.y;
      const side = [...Pdf.wrap(span(job, person, style), 115, { size: 9 }), duration(job, person.lang)];
      for (const [index, text] of side.entries()) pdf.text(text, { x: 40, y: wide.y + 12.5 + index * 11 }, { size: 9 });
      column.line(job.company, { size: 12 });
      column.write(`${job.city}, ${person.links[0] ?? ''}`);
      column.line(job.title, { size: 11 });
      for (const text of job.does) column.write(`${text}.`);
      wide.y = Math.max(column.y, wide.y + 12.5 + side.length * 11) + 8;
    }
    heading(say('Образование', 'Education'));
    for (const study of person.studies) {
      column.y = wide.y;
      pdf.text(String(study.end), { x: 40, y: wide.y + 12.5 }, { size: 9 });
      column.write(study.institution, { size: 11 });
      column.write(`${study.field}, ${study.degree}`);
      wide.y = column.y + 4;
    }
    heading(say('Ключевые навыки', 'Key skills'));
    column.y = wide.y;
    pdf.text(say('Знание языков', 'Languages'), { x: 40, y: wide.y + 12.5 }, { size: 9 });
    for (const [name, level] of person.words.languages) column.write(`${name} — ${level}`);
    pdf.text(say('Навыки', 'Skills'), { x: 40, y: column.y + 12.5 }, { size: 9 });
    column.write(person.skills.join('   '));
    return { bytes: pdf.bytes() };
  },
};

/** The PDF of a professional network: a side column, then jobs with their length, several titles under one employer. */
export const network: Layout = {
  name: 'LinkedIn',
  extension: '.pdf',
  languages: ['en', 'ru'],
  make(person) {
    const pdf = new Pdf();
    const isRussian = person.lang === 'ru';
    const say = (english: string, russian: string) => (isRussian ? russian : english);
    const side = new Column(pdf, { left: 22, top: 40, width: 150 });
    side.line(say('Contact', 'Контактная информация'), { size: 13 });
    side.write(`${person.phone} (Mobile)`, { size: 10 });
    side.write(person.email, { size: 10 });
    for (const link of person.links)
      side.write(link.startsWith('linkedin') ? `www.${link} (LinkedIn)` : `${link} (Personal)`, { size: 10 });
    side.skip(12);
    side.line(say('Top Skills', 'Основные навыки'), { size: 13 });
    for (const skill of person.skills) side.write(skill, { size: 10 });
    side.skip(12);
    side.line('Languages', { size: 13 });
    for (const [name, level] of person.words.languages) side.write(`${name} (${level})`, { size: 10 });
    const main = new Column(pdf, { left: 220, top: 30, width: 340 });
    main.write(fullName(person), { size: 24 });
    main.write(person.headline, { size: 12 });
    main.write(`${person.city}, ${person.country}`, { size: 12 });
    main.skip(16);
    main.line(say('Summary', 'Общие сведения'), { size: 15 });
    main.write(person.words.summary, { size: 11 });
    main.skip(16);
    main.line(say('Experience', 'Опыт работы'), { size: 15 });
    const style = { date: inWords, dash: ' - ', since: false, present: say('Present', 'Present') };
    for (const group of byCompany(person.jobs)) {
      main.skip(8);
      main.line(group.company, { size: 12 });
      const [first] = group.jobs;
      if (group.jobs.length > 1 && first)
        main.line(duration({ ...first, start: group.jobs.at(-1)?.start ?? first.start }, person.lang), { size: 10 });
      for (const job of group.jobs) {
        main.line(job.title, { size: 11.5 });
        main.line(`${span(job, person, style)} (${duration(job, person.lang)})`, { size: 10.5 });
        main.line(job.city, { size: 10.5 });
        main.skip(6);
        for (const text of job.does) main.write(text, { size: 10.5 });
      }
    }
    main.skip(16);
    main.line(say('Education', 'Образование'), { size: 15 });
    for (const study of person.studies) {
      main.write(study.institution, { size: 12 });
      main.write(`${study.degree}, ${study.field} · (${study.start} - ${study.end})`, { size: 10.5 });
    }
    pdf.text('Page 1 of 1', { x: 280, y: 825 }, { size: 9 });
    return { bytes: pdf.bytes() };
  },
};

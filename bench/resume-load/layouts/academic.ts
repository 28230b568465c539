import { type Layout, span, spanStyle, yearAlone } from '../layout.ts';
import { fullName } from '../people.ts';
import { Column, Pdf } from '../write/pdf.ts';

const size = 8.5;

/** Lines as wide as their column, word for word, as a typesetter stretches them. */
function justify(pdf: Pdf, column: Column, text: string): void {
  const lines = Pdf.wrap(text, column.width, { size });
  for (const [index, line] of lines.entries()) {
    const words = line.split(' ');
    const isLast = index === lines.length - 1;
    const stretch = isLast ? 0 : (column.width - Pdf.measure(line, { size })) / Math.max(1, words.length - 1);
    column.y += size * 1.2;
    let x = column.left;
    for (const word of words) x = pdf.text(word, { x, y: column.y }, { size }) + Pdf.measure(' ', { size }) + stretch;
  }
  column.skip(1.5);
}

const texts = {
  en: {
    experience: ['Academic and Professional Appointments', 'Positions Held', 'Employment', 'Professional Experience'],
    education: ['Education', 'Education and Degrees', 'Academic Background'],
    publications: 'Selected Publications',
    works: ['On the order of small things', 'A note about slow growth', 'Measuring what is seldom seen'],
    journal: 'Journal of Applied Studies',
    awards: 'Awards and Talks',
    talks: ['Young Author Prize, Society of Readers', 'Invited talk, Northern Conference on Methods'],
  },
  ru: {
    experience: ['Профессиональная и научная деятельность', 'Трудовая деятельность', 'Места работы', 'Опыт работы'],
    education: ['Образование', 'Образование и степени', 'Высшее образование'],
    publications: 'Избранные публикации',
    works: ['О порядке малых величин', 'Заметка о медленном росте', 'Измерение редких явлений'],
    journal: 'Вестник прикладных исследований',
    awards: 'Награды и доклады',
    talks: ['Премия молодых авторов, Общество читателей', 'Доклад, Северная конференция по методам'],
  },
} as const;

/** One dense sheet of small words set line by line to the full width, years in a margin, publications and awards among it. */
export const academic: Layout = {
  name: 'academic, dense',
  extension: '.pdf',
  languages: ['en', 'ru'],
  make(person, random) {
    const pdf = new Pdf();
    const { words, lang } = person;
    const own = texts[lang];
    const style = spanStyle(random, person, [yearAlone]);
    const centre = (text: string, y: number, points: number) =>
      pdf.text(text, { x: 297 - Pdf.measure(text, { size: points }) / 2, y }, { size: points });
    centre(fullName(person), 45, 15);
    centre(`${person.headline}, ${person.city}, ${person.country}`, 60, 9);
    centre([person.email, person.phone, ...person.links].join(' · '), 72, 8);
    const column = new Column(pdf, { left: 125, top: 80, width: 425 });
    const heading = (text: string) => {
      column.y += 20;
      pdf.text(text, { x: 45, y: column.y }, { size: 10 });
      column.skip(2);
    };
    const beside = (time: string, text: string) => {
      pdf.text(time, { x: 45, y: column.y + size * 1.2 }, { size });
      justify(pdf, column, text);
    };
    heading(random.one(own.education));
    for (const { start, end, degree, field, institution } of person.studies)
      beside(random.one([String(end), `${start}–${end}`]), `${degree}, ${field}, ${institution}.`);
    heading(random.one(own.experience));
    for (const job of person.jobs)
      beside(span(job, person, style), `${job.title}, ${job.company}, ${job.city}. ${job.does.map((text) => `${text}.`).join(' ')}`);
    heading(own.publications);
    for (const [index, work] of own.works.entries())
      beside(
        String(2021 - index * 2),
        `${person.last} ${person.first.charAt(0)}., ${words.surnames[index]} ${words.men[index]?.charAt(0) ?? ''}. ${work}. ${own.journal}, ${12 + index}(${index + 1}), ${40 + index}–${61 + index}.`,
      );
    heading(own.awards);
    for (const [index, talk] of own.talks.entries()) beside(String(2016 + index), `${talk}, ${words.cities[index] ?? ''}.`);
    heading(random.one(words.headings.skills));
    justify(pdf, column, `${person.skills.join(', ')}.`);
    return { bytes: pdf.bytes() };
  },
};

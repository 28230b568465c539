import { inFigures, inShort, type Layout, span, spanStyle, yearAlone } from '../layout.ts';
import { fullName } from '../people.ts';

/** The Markdown that programmers keep their resume in, with marks of headings, stress and links. */
export const markup: Layout = {
  name: 'Markdown',
  extension: '.txt',
  languages: ['en', 'ru'],
  make(person, random) {
    const { words } = person;
    const style = spanStyle(random, person, [inFigures, inShort, yearAlone]);
    const at = random.one([' @ ', ' — ', ', ']);
    const lines = [
      `# ${fullName(person)}`,
      '',
      `**${person.headline}**`,
      '',
      `${person.city}, ${person.country} · ${person.phone} · [${person.email}](mailto:${person.email})`,
      '',
      ...person.links.map((link) => `- <https://${link}>`),
      '',
      `## ${random.one(words.headings.summary)}`,
      '',
      `> ${words.summary}`,
      '',
      `## ${random.one(words.headings.experience)}`,
      ...person.jobs.flatMap((job) => [
        '',
        `### ${job.title}${at}${job.company}`,
        `*${span(job, person, style)}* | ${job.city}`,
        '',
        ...job.does.map((text) => `* ${text}`),
      ]),
      '',
      `## ${random.one(words.headings.education)}`,
      ...person.studies.flatMap((study) => [
        '',
        `### ${study.institution}`,
        `*${study.start} – ${study.end}*`,
        `${study.degree}, ${study.field}`,
      ]),
      '',
      `## ${random.one(words.headings.skills)}`,
      '',
      person.skills.map((skill) => `\`${skill}\``).join(', '),
      '',
      `## ${words.headings.languages[0]}`,
      '',
      ...words.languages.map(([name, level]) => `- ${name}: ${level}`),
    ];
    return { bytes: Buffer.from(lines.join('\n')) };
  },
};

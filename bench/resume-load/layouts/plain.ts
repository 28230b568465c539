import { byCompany, duration, inFigures, inWords, labels, type Layout, span, spanStyle, yearAlone } from '../layout.ts';
import { fullName } from '../people.ts';
import { bullet, heading, odt, paragraph, rtf } from '../write/office.ts';

/** Every line begins with its label. */
export const labelled: Layout = {
  name: 'plain text, labels',
  extension: '.txt',
  languages: ['en', 'ru'],
  make(person, random) {
    const label = labels[person.lang];
    const { words } = person;
    const style = spanStyle(random, person, [inFigures, yearAlone, inWords]);
    const whole = random.chance(0.4);
    const jobs = person.jobs.flatMap((job) => [
      '',
      ...(whole
        ? [`${words.headings.experience[0]}: ${job.title}, ${job.company}, ${span(job, person, style)}`]
        : [
            `${label.period}: ${span(job, person, style)}`,
            `${label.company}: ${job.company}`,
            `${label.position}: ${job.title}`,
            `${label.duties}: ${job.does.join('; ')}`,
          ]),
    ]);
    const studies = person.studies.flatMap((study) =>
      whole
        ? [`${words.headings.education[0]}: ${study.institution}, ${study.degree}, ${study.field}, ${study.end}`]
        : [
            '',
            `${label.school}: ${study.institution}`,
            `${label.degree}: ${study.degree}, ${study.field}`,
            `${label.years}: ${study.start}-${study.end}`,
          ],
    );
    const lines = [
      `${label.name}: ${fullName(person, person.lang === 'ru')}`,
      `${label.city}: ${person.city}`,
      `${label.phone}: ${person.phone}`,
      `${label.email}: ${person.email}`,
      `${label.links}: ${person.links.join(', ')}`,
      ...(random.chance(0.5)
        ? [`${words.headings.skills[0]}: ${person.skills.join(', ')}`, ...jobs, ...studies]
        : [...jobs, '', ...studies, '', `${words.headings.skills[0]}: ${person.skills.join(', ')}`]),
    ];
    return { bytes: Buffer.from(lines.join('\n')), truth: { headline: undefined } };
  },
};

/** A form in rich text: numbered or labelled points and dates in words. */
export const richForm: Layout = {
  name: 'RTF, form',
  extension: '.rtf',
  languages: ['ru', 'en'],
  make(person, random) {
    const { words, lang } = person;
    const label = labels[lang];
    const style = spanStyle(random, person, [inFigures, inWords]);
    const inLine = random.chance(0.5);
    const colon = random.one([':', '']);
    const lines = [
      lang === 'ru' ? 'РЕЗЮМЕ' : 'CURRICULUM VITAE',
      '',
      fullName(person, lang === 'ru').toUpperCase(),
      person.headline,
      `${label.address}: ${lang === 'ru' ? 'г. ' : ''}${person.city}`,
      `${label.phone}: ${person.phone}\t${label.email}: ${person.email}`,
      person.links.join(' '),
      '',
      `${random.one(words.headings.education)}${colon}`,
      ...person.studies.flatMap((study) =>
        inLine
          ? [`${study.start} – ${study.end}\t${study.institution}, ${study.field}, ${study.degree}`]
          : [study.institution, `${study.degree}, ${study.field}, ${study.end}`],
      ),
      '',
      `${random.one(words.headings.experience)}${colon}`,
      ...person.jobs.flatMap((job) => [
        ...(inLine
          ? [`${span(job, person, style)}\t${job.company}, ${job.title}`]
          : [`${span(job, person, style)}`, `${job.company} (${job.city})`, `${label.position}: ${job.title}`]),
        ...job.does.map((text) => `- ${text};`),
        '',
      ]),
      `${random.one(words.headings.skills)}${colon}`,
      `${person.skills.join(', ')}.`,
    ];
    return { bytes: rtf(lines) };
  },
};

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A page of a job site under the name of a document. */
export const webPage: Layout = {
  name: 'page as document',
  extension: '.doc',
  languages: ['ru', 'en'],
  make(person, random) {
    const { words } = person;
    const style = spanStyle(random, person, [inWords, inFigures]);
    const div = (text: string, tag = 'div') => `<${tag}>${escape(text)}</${tag}>`;
    const job = (one: (typeof person.jobs)[number]) =>
      `<div class="job"><table><tr><td>${div(span(one, person, style))}<small>${duration(one, person.lang)}</small></td><td>${div(one.title, 'b')}${div(`${one.company}, ${one.city}`)}<ul>${one.does.map((text) => div(text, 'li')).join('')}</ul></td></tr></table></div>`;
    const study = (one: (typeof person.studies)[number]) =>
      `<tr><td>${one.end}</td><td>${div(one.institution, 'b')}${div(one.field)}${div(one.degree)}</td></tr>`;
    const html = `<!DOCTYPE html><html><head><meta charset="utf-8"><title>CV</title><style>.job{color:red}</style></head><body>
<h1>${escape(fullName(person))}</h1><h2>${escape(person.headline)}</h2>
<p>${escape(person.city)}<br><a href="tel:${escape(person.phone)}">${escape(person.phone)}</a><br><a href="mailto:${person.email}">${person.email}</a><br>${person.links.map((link) => `<a href="https://${link}">${link}</a>`).join('<br>')}</p>
<h3>${escape(random.one(words.headings.experience))}</h3>${person.jobs.map(job).join('')}
<h3>${escape(random.one(words.headings.education))}</h3><table>${person.studies.map(study).join('')}</table>
<h3>${escape(random.one(words.headings.skills))}</h3><p>${person.skills.map((skill) => `<span>${escape(skill)}</span>`).join(random.one([', ', ' • ', ' | ']))}</p></body></html>`;
    return { bytes: Buffer.from(html) };
  },
};

/** Held out: dashes between title and employer, several titles under one employer, sections in an order of its own. */
export const openDocument: Layout = {
  name: 'OpenDocument',
  extension: '.odt',
  languages: ['en', 'ru'],
  make(person, random) {
    const { words } = person;
    const style = spanStyle(random, person, [inWords, inFigures, yearAlone]);
    const way = random.between(0, 2);
    const jobs = byCompany(person.jobs).flatMap((group) => {
      if (group.jobs.length > 1)
        return [
          paragraph(`${group.company}, ${group.jobs[0]?.city ?? ''}`),
          ...group.jobs.flatMap((job) => [paragraph(`${job.title}\t${span(job, person, style)}`), ...job.does.map(bullet)]),
        ];
      return group.jobs.flatMap((job) => {
        const time = span(job, person, style);
        const lines =
          [
            [`${job.title} — ${job.company} (${time})`],
            [`${job.company}, ${job.city}`, `${job.title}\t${time}`],
            [job.title, `${job.company}, ${job.city}, ${time}`],
          ][way] ?? [];
        return [...lines.map(paragraph), ...job.does.map(bullet)];
      });
    });
    const blocks = [
      heading(fullName(person)),
      paragraph(`${person.phone} • ${person.email} • ${person.city}`),
      ...(person.links.length > 0 ? [paragraph(person.links.join(' • '))] : []),
      heading(random.one(words.headings.summary)),
      paragraph(words.summary),
      heading(random.one(words.headings.skills)),
      paragraph(person.skills.join(' • ')),
      heading(random.one(words.headings.experience)),
      ...jobs,
      heading(random.one(words.headings.education)),
      ...person.studies.map((study) => paragraph(`${study.degree} (${study.field}) — ${study.institution}, ${study.start}–${study.end}`)),
    ];
    return { bytes: odt(blocks), truth: { headline: undefined } };
  },
};

import { inShort, inWords, type Layout, span, spanStyle } from '../layout.ts';
import { fullName } from '../people.ts';

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A page that somebody made of themselves and saved. Definition lists, times as elements, skills as tags without anything between them. */
export const ownSite: Layout = {
  name: 'own site, definition lists',
  extension: '.html',
  languages: ['en', 'ru'],
  make(person, random) {
    const { words, lang } = person;
    const style = spanStyle(random, person, [inWords, inShort]);
    const menu = [words.headings.summary[0], words.headings.experience[0], words.headings.education[0]];
    const part = (title: string, inner: string) => `<section><h2>${escape(title)}</h2>${inner}</section>`;
    const jobs = person.jobs.map(
      (job) =>
        `<dt><time>${escape(span(job, person, style))}</time></dt><dd><h3>${escape(job.title)}</h3><p class="where"><a href="https://example.com/employer">${escape(job.company)}</a> <span>${escape(job.city)}</span></p><ul>${job.does.map((text) => `<li>${escape(text)}</li>`).join('')}</ul></dd>`,
    );
    const studies = person.studies.map(
      (study) =>
        `<dt><time>${study.start}</time>–<time>${study.end}</time></dt><dd><h3>${escape(study.institution)}</h3><p>${escape(study.degree)}, ${escape(study.field)}</p></dd>`,
    );
    const html = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${escape(fullName(person))} – ${escape(person.headline)}</title><style>body{margin:0}</style><script>var a = 'Experience 2019 – 2020';</script></head><body>
<nav>${menu.map((text) => `<a href="#p">${escape(text)}</a>`).join(' ')}</nav>
<header><h1>${escape(fullName(person))}</h1><p>${escape(person.headline)}</p>
<address>${escape(person.city)}, ${escape(person.country)}<br><a href="tel:${escape(person.phone)}">${escape(person.phone)}</a><br><a href="mailto:${escape(person.email)}">${escape(person.email)}</a><br>${person.links.map((link) => `<a href="https://${escape(link)}">${escape(link)}</a>`).join('<br>')}</address></header>
${part(random.one(words.headings.summary), `<p>${escape(words.summary)}</p>`)}
${part(random.one(words.headings.experience), `<dl>${jobs.join('')}</dl>`)}
${part(random.one(words.headings.education), `<dl>${studies.join('')}</dl>`)}
${part(random.one(words.headings.skills), `<p class="tags">${person.skills.map((skill) => `<span class="tag">${escape(skill)}</span>`).join('\n')}</p>`)}
${part(random.one(words.headings.languages), `<dl>${words.languages.map(([name, level]) => `<dt>${escape(name)}</dt><dd>${escape(level)}</dd>`).join('')}</dl>`)}
<footer>© ${escape(fullName(person))}</footer></body></html>`;
    return { bytes: Buffer.from(html) };
  },
};

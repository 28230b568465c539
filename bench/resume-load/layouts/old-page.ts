import { inFigures, inWords, type Layout, span, spanStyle, yearAlone } from '../layout.ts';
import { fullName } from '../people.ts';

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td valign="top">${cell}</td>`).join('')}</tr>`;

/** Held out: a page of tables within tables, as mail programs and old sites write them; dates in the first cell, lines parted by breaks. */
export const oldPage: Layout = {
  name: 'tables within tables',
  extension: '.html',
  languages: ['ru', 'en'],
  make(person, random) {
    const { words } = person;
    const style = spanStyle(random, person, [inFigures, inWords, yearAlone]);
    const part = (title: string, rows: string[]) =>
      `<tr><td colspan="2"><b><font size="4">${escape(title)}</font></b></td></tr>${rows.join('\n')}`;
    const jobs = person.jobs.map((job) =>
      row(
        escape(span(job, person, style)),
        `<b>${escape(job.title)}</b><br>${escape(job.company)}, ${escape(job.city)}<br>${job.does.map((text) => `- ${escape(text)}`).join('<br>')}`,
      ),
    );
    const studies = person.studies.map((study) =>
      row(`${study.start}-${study.end}`, `${escape(study.institution)}<br>${escape(study.degree)}, ${escape(study.field)}`),
    );
    const contacts = [person.phone, person.email, `${person.city}, ${person.country}`, ...person.links].map(escape).join('<br>\n');
    const html = `<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body bgcolor=white><table width="100%"><tr><td><table><tr><td><font size="6">${escape(fullName(person))}</font><br>${escape(person.headline)}</td><td align=right>${contacts}</td></tr></table></td></tr><tr><td><table cellpadding=3>
${part(random.one(words.headings.experience), jobs)}
${part(random.one(words.headings.education), studies)}
${part(random.one(words.headings.skills), [`<tr><td colspan="2">${person.skills.map(escape).join(', ')}</td></tr>`])}
${part(
  random.one(words.headings.languages),
  words.languages.map(([name, level]) => row(escape(name), escape(level))),
)}
</table></td></tr></table></body></html>`;
    return { bytes: Buffer.from(html) };
  },
};

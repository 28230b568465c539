import { escapeHtml } from '@headwater/domain/escape-html';
import { type Language, readTexts } from '@headwater/contract/texts';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };
import { type PersonalRow, type Section, sections } from './store/personal-data.ts';

export const privacyText = readTexts({ en, ru });

export interface PersonalData {
  name: string;
  day: string;
  product: string;
  profile: PersonalRow;
  rows: Readonly<Record<Section, readonly PersonalRow[]>>;
}

const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:960px;margin:40px auto;padding:0 24px;color:#1b1b1f}
table{border-collapse:collapse;width:100%;margin:8px 0 32px}th,td{border:1px solid #d9d9e0;padding:6px 10px;text-align:left;vertical-align:top;
overflow-wrap:anywhere}th{background:#f5f5f7;font-weight:500}td{white-space:pre-wrap}h2{margin:32px 0 0;font-size:18px}`;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return escapeHtml(typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value));
}

function table(rows: readonly PersonalRow[]): string {
  const names = Object.keys(rows[0] ?? {});
  const head = names.map((name) => `<th>${escapeHtml(name)}</th>`).join('');
  const body = rows.map((row) => `<tr>${names.map((name) => `<td>${cell(row[name])}</td>`).join('')}</tr>`).join('\n');
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table>`;
}

const fields = (row: PersonalRow) =>
  `<table><tbody>\n${Object.entries(row)
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `<tr><th>${escapeHtml(name)}</th><td>${cell(value)}</td></tr>`)
    .join('\n')}\n</tbody></table>`;

/** A self-contained page for the person who requested the data. */
export function personalDataPage({ name, day, product, profile, rows }: PersonalData, language: Language): string {
  const title = escapeHtml(privacyText('title', language, { name }));
  const parts = sections.map((section) => {
    const body = rows[section].length > 0 ? table(rows[section]) : `<p>${escapeHtml(privacyText('nothing', language))}</p>`;
    return `<h2>${escapeHtml(privacyText(`section.${section}`, language))}</h2>\n${body}`;
  });
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body>
<h1>${title}</h1><p>${escapeHtml(privacyText('asOf', language, { day, product }))}</p>
<h2>${escapeHtml(privacyText('profile', language))}</h2>
${fields(profile)}
${parts.join('\n')}
</body></html>
`;
}

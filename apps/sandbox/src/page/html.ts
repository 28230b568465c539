/** Markup that is safe to send as it is. */
export type Html = { html: string };

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] as string);

type Value = string | number | Html | (Html | string)[] | null | false;

const render = (value: Value): string => {
  if (value === null || value === false) return '';
  if (Array.isArray(value)) return value.map(render).join('');
  return typeof value === 'object' ? value.html : escape(String(value));
};

/** A template whose values are escaped, other templates excepted. */
export const html = (strings: TemplateStringsArray, ...values: Value[]): Html => ({
  html: strings.reduce((whole, part, index) => whole + render(values[index - 1] ?? null) + part),
});

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#e3e5e8, #33373d); --soft: light-dark(#5c636b, #a3abb5); --accent: light-dark(#1f5fbf, #8ab4f8); }
body { font: 14px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1.5rem; background: light-dark(#fff, #16181b); color: light-dark(#1b1e22, #e6e8eb); }
h1 { font-size: 1.25rem; margin: 0 0 .25rem; overflow-wrap: anywhere; } p { margin: .5rem 0; } .soft { color: var(--soft); }
a { color: var(--accent); text-decoration: none; } a:hover, a:focus-visible { text-decoration: underline; }
table { border-collapse: collapse; width: 100%; margin-top: 1rem; } th { text-align: left; font-weight: 500; color: var(--soft); }
th, td { padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; } dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
nav { display: flex; gap: 1rem; margin: 1rem 0 .5rem; } nav [aria-current] { font-weight: 600; color: inherit; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: 6px; padding: 1rem; margin: 0; }
iframe { width: 100%; height: 28rem; border: 1px solid var(--line); border-radius: 6px; background: #fff; }
form { margin-top: 1.5rem; display: grid; gap: .5rem; } textarea { font: inherit; min-height: 7rem; padding: .5rem; }
form div { display: flex; gap: 1rem; flex-wrap: wrap; } button { font: inherit; padding: .4rem 1rem; justify-self: start; }
[role=status], [role=alert] { border-left: 3px solid var(--accent); padding-left: .75rem; }
`;

export function page(language: string, title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${{ html: STYLE }}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`.html;
}

export type Html = { html: string };

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] as string);

type Value = string | number | Html | (Html | string)[] | null | false;

const render = (value: Value): string => {
  if (value === null || value === false) return '';
  if (Array.isArray(value)) return value.map(render).join('');
  return typeof value === 'object' ? value.html : escape(String(value));
};

export const html = (strings: TemplateStringsArray, ...values: Value[]): Html => ({
  html: strings.reduce((whole, part, index) => whole + render(values[index - 1] ?? null) + part),
});

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#e3e5e8, #33373d); --soft: light-dark(#5c636b, #a3abb5); --accent: light-dark(#0f665e, #6fcfc0);
  --fill: light-dark(#0f665e, #17796f); --ground: light-dark(#f7f7f8, #101214); --card: light-dark(#fff, #17191c); --tint: light-dark(#e6f4f1, #17312e); }
* { box-sizing: border-box; }
body { font: 14px/1.5 Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; margin: 0; padding: 1.5rem 1rem; background: var(--ground);
  color: light-dark(#1b1e22, #e6e8eb); }
main { max-width: 56rem; margin: 0 auto; padding: 1.25rem 1.5rem 1.5rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
h1 { font-size: 1.25rem; line-height: 1.75rem; margin: 0 0 .25rem; overflow-wrap: anywhere; } h2 { font-size: .875rem; margin: 1.25rem 0 .5rem; }
p { margin: .5rem 0; } p:first-child { margin-top: 0; } .soft { color: var(--soft); }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
table { border-collapse: collapse; width: 100%; margin-top: 1rem; } th { text-align: left; font-weight: 500; font-size: .8125rem; color: var(--soft); }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
tbody tr:last-child td { border-bottom: 0; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem 1rem; margin: .75rem 0; font-size: .8125rem; } dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: .25rem; margin: 1rem 0 .75rem -.75rem; } nav a { padding: .25rem .75rem; border-radius: 6px; color: var(--soft); }
nav [aria-current] { font-weight: 600; color: inherit; background: var(--tint); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: 6px; padding: 1rem; margin: 0; max-height: 36rem; overflow: auto; }
iframe { display: block; width: 100%; height: 24rem; border: 1px solid var(--line); border-radius: 6px; background: #fff; color-scheme: light; }
ul { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0; padding: 0; list-style: none; }
li a { display: block; padding: .35rem .75rem; border: 1px solid var(--line); border-radius: 6px; overflow-wrap: anywhere; }
form { margin-top: 1.25rem; padding-top: 1.25rem; border-top: 1px solid var(--line); display: grid; gap: .6rem; }
textarea { font: inherit; color: inherit; background: transparent; min-height: 7rem; padding: .5rem .75rem; border: 1px solid light-dark(#8b9098, #6b727b);
  border-radius: 6px; resize: vertical; }
input[type=email], input:not([type]), select { font: inherit; color: inherit; background: light-dark(#fff, #17191c); width: 100%; max-width: 24rem; padding: .4rem .75rem;
  border: 1px solid light-dark(#8b9098, #6b727b); border-radius: 6px; }
form div { display: flex; gap: .5rem 1.25rem; flex-wrap: wrap; } input[type=radio] { accent-color: var(--fill); margin: 0 .25rem 0 0; vertical-align: -1px; }
button { font: inherit; font-weight: 600; padding: .45rem 1.1rem; justify-self: start; border: 1px solid transparent; border-radius: 6px; background: var(--fill);
  color: #fff; cursor: pointer; } button:hover { filter: brightness(1.1); }
input[type=file] { font: inherit; color: inherit; }
ol.chat { list-style: none; margin: 1rem 0; padding: 0; display: grid; gap: .5rem; }
.chat li { display: grid; gap: .15rem; justify-self: start; max-width: 80%; padding: .5rem .75rem; border-radius: 12px 12px 12px 2px; background: var(--tint);
  overflow-wrap: anywhere; }
.chat .own { justify-self: end; border-radius: 12px 12px 2px; background: transparent; box-shadow: inset 0 0 0 1px var(--line); }
.chat li a { padding: 0; border: 0; } .chat .said { white-space: pre-wrap; } .chat small { font-size: .75rem; }
td.whole { white-space: nowrap; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; } form.inline { margin: 0; padding: 0; border: 0; }
.inline button { font-weight: 500; border-color: var(--line); background: transparent; color: inherit; }
form[action$='/unsubscribe'] { grid-template-columns: minmax(0, 1fr) auto; align-items: center; }
form[action$='/unsubscribe'] button { border-color: var(--line); background: transparent; color: inherit; }
[role=status], [role=alert] { padding: .5rem .75rem; border-radius: 6px; background: var(--tint); }
[role=alert] { background: light-dark(#fdecec, #3a1c1c); }
@media (max-width: 40rem) { body { padding: 0; background: var(--card); } main { padding: 1rem; border: 0; border-radius: 0; } }
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

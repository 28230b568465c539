import type { Language } from '@headwater/contract/errors';

// Inline, because visitors cannot load files of the web app.
const style = `
  :root { color-scheme: light dark; --back: #f6f7f9; --card: #fff; --text: #1b1f27; --soft: #5b6472; --line: #d9dee6; --blue: #2456d6; --on-blue: #fff; }
  @media (prefers-color-scheme: dark) { :root { --back: #14171c; --card: #1d2128; --text: #e8ebf0; --soft: #a3adbb; --line: #353c47; --blue: #86a8ff; --on-blue: #10141b; } }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
  main { box-sizing: border-box; width: min(28rem, 100vw - 2rem); padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow-wrap: anywhere; }
  h1 { margin: 0 0 .5rem; font-size: 1.25rem; line-height: 1.3; }
  p { margin: 0; color: var(--soft); }
  form { margin-top: 1.5rem; }
  button { min-height: 44px; padding: 0 1.25rem; border: 0; border-radius: 8px; background: var(--blue); color: var(--on-blue); font: inherit; font-weight: 600; cursor: pointer; }
  button:focus-visible { outline: 3px solid var(--blue); outline-offset: 2px; }`;

interface PlainPage {
  title: string;
  about: string;
  form?: string;
}

/** A page without files of the web app. The parts are HTML. */
export const plainPage = (language: Language, { title, about, form = '' }: PlainPage) =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${about}</p>${form}</main></body></html>`;

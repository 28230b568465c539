/** Single-pass functions of linear time: no pattern searches for an end that may be missing. */

const beginsTag = /[a-z/!?]/i;

export function replaceTags(html: string, replacement: (tag: string) => string): string {
  const parts: string[] = [];
  let copied = 0;
  for (let start = html.indexOf('<'); start >= 0; start = html.indexOf('<', Math.max(copied, start + 1))) {
    if (!beginsTag.test(html[start + 1] ?? '')) continue;
    const end = html.indexOf('>', start);
    if (end < 0) break;
    parts.push(html.slice(copied, start), replacement(html.slice(start, end + 1)));
    copied = end + 1;
  }
  parts.push(html.slice(copied));
  return parts.join('');
}

export function withoutComments(html: string): string {
  const parts: string[] = [];
  let copied = 0;
  for (let start = html.indexOf('<!--'); start >= 0; start = html.indexOf('<!--', copied)) {
    const end = html.indexOf('-->', start + 4);
    if (end < 0) break;
    parts.push(html.slice(copied, start));
    copied = end + 3;
  }
  parts.push(html.slice(copied));
  return parts.join('');
}

const silent = /<(style|script|head|title)\b/gi;
const silentEnds: Readonly<Record<string, RegExp>> = {
  style: /<\/style\s*>/gi,
  script: /<\/script\s*>/gi,
  head: /<\/head\s*>/gi,
  title: /<\/title\s*>/gi,
};

export function withoutSilentElements(html: string): string {
  const parts: string[] = [];
  const neverClosed = new Set<string>();
  let copied = 0;
  silent.lastIndex = 0;
  for (let open = silent.exec(html); open; open = silent.exec(html)) {
    const name = (open[1] as string).toLowerCase();
    if (neverClosed.has(name)) continue;
    const end = endOfElement(html, name, silent.lastIndex);
    if (end === undefined) {
      neverClosed.add(name);
      continue;
    }
    parts.push(html.slice(copied, open.index));
    copied = end;
    silent.lastIndex = end;
  }
  parts.push(html.slice(copied));
  return parts.join('');
}

function endOfElement(html: string, name: string, from: number): number | undefined {
  const opened = html.indexOf('>', from);
  const close = silentEnds[name];
  if (opened < 0 || !close) return undefined;
  close.lastIndex = opened + 1;
  const closed = close.exec(html);
  return closed ? closed.index + closed[0].length : undefined;
}

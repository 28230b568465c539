const ADDRESS = String.raw`[^\s<>"'();,:[\]@]{1,64}@[^\s<>"'();,:[\]@]{1,255}`;

/** `<anna@b.test>: 550 ...`, `>>> anna@b.test <anna@b.test>`, `Recipient: anna@b.test` */
const LISTED = new RegExp(
  String.raw`^[\s*>•·-]{0,12}(?:(?:failed |original |final )?(?:recipient(?: address)?|addressed to|rcpt to|to|адресат|получатель|宛先)\s{0,2}:\s{0,2})?["'<(]{0,2}(?:rfc822;\s?)?(?<address>${ADDRESS})[>"')]{0,2}(?:\s*$|\s{0,4}[:[({–-]|\.{3}|,\s*$| on [A-Z]|\s+<${ADDRESS}>|\s+(?=.*(?:\b[45]\d\d\b|unknown|invalid|error|fail|reject|not )))`,
  'i',
);

const OTHERS = /^[\s*>-]{0,12}(?:from|sender|reply-to|return-path|envelope[- ]from|mail from|by|contact|отправитель|от)\b/i;

const MAX_LINE = 1_000;

export function listedIn(line: string): string | null {
  const head = line.slice(0, MAX_LINE);
  return OTHERS.test(head) ? null : (LISTED.exec(head)?.groups?.['address'] ?? null);
}

export type Chunk = { recipient: string; text: string };

/** Text after each listed address. Merges repeats, as Mail.ru reports in two languages. */
export function chunksOf(words: string, ours: ReadonlySet<string> = new Set()): { chunks: Chunk[]; rest: string } {
  const chunks = new Map<string, { recipient: string; lines: string[] }>();
  const rest: string[] = [];
  let current = rest;
  // Text after a list and a blank line belongs to all addresses of the list.
  let run = 0;
  for (const line of words.split(/\r?\n/)) {
    const recipient = listedIn(line);
    if (recipient === null && line.trim() === '' && run > 1) current = rest;
    run = recipient === null ? 0 : run + 1;
    if (recipient !== null && !ours.has(recipient.toLowerCase())) {
      const key = recipient.toLowerCase();
      const chunk = chunks.get(key) ?? { recipient, lines: [] };
      chunks.set(key, chunk);
      current = chunk.lines;
    }
    current.push(line);
  }
  return { chunks: [...chunks.values()].map(({ recipient, lines }) => ({ recipient, text: lines.join('\n') })), rest: rest.join('\n') };
}

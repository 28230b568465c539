const bullet = /^[•●▪◦‣*·∙○■–—-]/;
const longest = 200;

/** The next line starts in lower case, or this one is incomplete. */
function goesOn(line: string, next: string): boolean {
  if (line === '' || next === '' || bullet.test(next) || next.includes('\t') || /[.;:]$/.test(line)) return false;
  // A row with dates at its end is complete.
  if (line.includes('\t') && /\d/.test(line.slice(line.lastIndexOf('\t')))) return false;
  return line.length + next.length < longest && (/^\p{Ll}{2,}/u.test(next) || /(?:,|\s(?:of|and|и|для|по))$/u.test(line));
}

export function unwrapLines(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (const line of lines) {
    const last = whole.at(-1);
    // "Санкт-" and "Петербургский"
    if (last !== undefined && /\p{Ll}-$/u.test(last) && /^\p{Lu}\p{Ll}/u.test(line)) whole[whole.length - 1] = last + line;
    else if (last !== undefined && goesOn(last, line))
      whole[whole.length - 1] = last.endsWith('-') ? last.slice(0, -1) + line : `${last} ${line}`;
    else whole.push(line);
  }
  return whole;
}

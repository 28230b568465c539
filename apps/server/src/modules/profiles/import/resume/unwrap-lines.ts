const bullet = /^[•●▪◦‣*·∙○■–—-]/;
const longest = 200;

/** Whether a line goes on in the next one, as a narrow column breaks it: the next begins with a small letter, or this one ends in the middle. */
function goesOn(line: string, next: string): boolean {
  if (line === '' || next === '' || bullet.test(next) || next.includes('\t') || /[.;:]$/.test(line)) return false;
  // A row that ends in dates is whole.
  if (line.includes('\t') && /\d/.test(line.slice(line.lastIndexOf('\t')))) return false;
  return line.length + next.length < longest && (/^\p{Ll}{2,}/u.test(next) || /(?:,|\s(?:of|and|и|для|по))$/u.test(line));
}

/** Lines that a narrow column has broken, put back together. */
export function unwrapLines(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (const line of lines) {
    const last = whole.at(-1);
    if (last !== undefined && goesOn(last, line))
      whole[whole.length - 1] = last.endsWith('-') ? last.slice(0, -1) + line : `${last} ${line}`;
    else whole.push(line);
  }
  return whole;
}

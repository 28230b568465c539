/** Plurals that name a field and stay plural. */
const NOT_PEOPLE = new Set(
  'operations sales electronics systems logistics services resources relations communications mathematics economics physics goods arts affairs analysis sciences statistics robotics mechatronics genetics graphics records news facilities benefits claims securities hazardous materials products parts vehicles metals tools plastics sports pediatrics obstetrics geriatrics orthodontics prosthodontics process business press glass class railroads schools fashions events textiles networks computers numerics biofuels energetics premises livestock courts kiosks lists investments'.split(
    ' ',
  ),
);
const IRREGULAR: Record<string, string> = {
  clergy: 'clergy',
  midwives: 'midwife',
  salespersons: 'salesperson',
  models: 'model',
  radiologists: 'radiologist',
  police: 'police',
};
/** Words that stay capitalised in sentence case. */
const PROPER = /^(English|French|Spanish|German|Russian|Internet|Web|Java|Linux|Navy|Army|Braille|European|American)$/;

function singularWord(word: string): string {
  const lower = word.toLowerCase();
  const irregular = IRREGULAR[lower];
  if (irregular !== undefined) return irregular;
  if (NOT_PEOPLE.has(lower) || !lower.endsWith('s') || lower.endsWith('ss') || lower.endsWith('us')) return word;
  if (lower.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(x|ch|sh|ss)es$/.test(lower)) return word.slice(0, -2);
  if (lower.endsWith('men')) return word;
  return word.slice(0, -1);
}

/** "Producers and Directors" has two heads: the words before a comma, "and", "or" and the end. */
export function singularTitle(title: string): string {
  return title
    .split(/(,\s|\sand\s|\sor\s|\/)/)
    .map((part, position) => {
      if (position % 2 === 1) return part;
      const words = part.split(' ');
      const head = words.findIndex((word) => /^(of|for|in|at|with|from|to|engaged)$/.test(word));
      const last = head === -1 ? words.length - 1 : head - 1;
      return words.map((word, index) => (index === last ? singularWord(word) : word)).join(' ');
    })
    .join('');
}

/** Keeps acronyms, mixed case ("iOS") and proper nouns. */
export function sentenceCase(title: string): string {
  const joined = title.replaceAll(/(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+(?![\p{L}\p{N}])/gu, (word) =>
    PROPER.test(word) ? word : word.toLowerCase(),
  );
  return joined.charAt(0).toUpperCase() + joined.slice(1);
}

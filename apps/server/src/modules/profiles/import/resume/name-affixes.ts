/**
 * Titles before and degrees after a name, in the languages of our users: any number, with or
 * without commas and dots ("Dr. med. Anna Weber, PhD, MBA", "Prof. Jan Novák, CSc."). Words are
 * compared in lower case, without dots and brackets.
 */
const set = (words: string) => new Set(words.split(' '));

/** Titles before a name. Words that are also names ("Don", "Eng", "Fr") need a dot. */
const titles = set(
  'mr mrs ms miss mx dr drs prof professor sir dame dipl-ing dr-ing mgr mudr judr rndr phdr paeddr pharmdr mvdr inż mgr-inż ' +
    'herr frau monsieur madame mlle mme señor señora srta dott dottssa dottoressa avv dhr mevr ' +
    'г-н г-жа господин госпожа доктор проф профессор акад академик доц доцент пані д-р',
);
const dottedTitles = set('rev hon ir eng engr ing bc arch mag fr sr sra don doña doc m st cand lic sig инж пан');
const kinds = set('med phil jur rer nat oec pol dent vet habil hab h c hc mult techn theol ing dr prof мед юрид тех');

const degrees = set(
  'phd dphil dsc scd edd dba psyd pharmd dvm dds dmd md mbbs mba emba msc mphil meng beng bsc btech mtech bcom mcom bba bca mca mpa mph mfa bfa msw ' +
    'llb llm esq jr jnr sr snr ii iii iv 2nd 3rd cpa cfa frm acca fcca aca fca cma cia cisa cism cissp ccna ccnp ccie mcse mcp oscp ceh pmp pmiacp ' +
    'capm prince2 csm cspo psm pspo itil togaf sphr phr gphr aphr shrmcp shrmscp cipd mcipd assoccipd fcipd lmsw lcsw bsn msn fnp obe mbe ' +
    'cbe frs mrics frics ceng dipl dipling csc drsc mgr inż lssbb lssgb cscp cpim mcips ' +
    'ктн дтн кэн дэн кмн дмн кюн дюн кфн кхн кбн кпн дпн кфмн дфмн мба мл младший',
);
/** Also names ("Jack Ma"): need a comma, dots, or capitals after a name without capitals. */
const ambiguous = set('ma ba bs ms be me do ca pe rn jd pa np pt dc aa eit aia cp cd mp qc kc');
const pronouns = /^\(?(?:she|he|they|ze|xe|она|он)(?:\s?\/\s?\p{L}+){1,2}\)?$/iu;

const plain = (word: string) => word.toLowerCase().replaceAll('.', '');
const hasCase = (word: string) => word !== word.toUpperCase();

/** "Dr.-Ing." and "Dipl.-Ing." are one title, "Prof.Dr." two. */
const isTitle = (word: string) => titles.has(plain(word)) || (word.endsWith('.') && dottedTitles.has(plain(word)));
const isKind = (word: string) =>
  word.endsWith('.') && plain(word) !== '' && word.split('.').every((part) => part === '' || kinds.has(part.toLowerCase()));

function isDegree(word: string, { isBehindComma, isNameInCapitals }: { isBehindComma: boolean; isNameInCapitals: boolean }): boolean {
  const bare = plain(word.replace(/[®™]/g, '')).replaceAll('-', '');
  // "к.т.н." is a degree, "К. Н." are initials.
  if (degrees.has(bare) || /^[дк]\..{0,14}н\.?$/u.test(word)) return true;
  return ambiguous.has(bare) && (isBehindComma || /\p{L}\.\p{L}/u.test(word) || (!isNameInCapitals && !hasCase(word)));
}

function withoutTitles(words: readonly string[]): string[] {
  let from = 0;
  while (from < words.length - 1 && (isTitle(words[from] ?? '') || (from > 0 && isKind(words[from] ?? '')))) from += 1;
  return words.slice(from);
}

function withoutDegrees(words: readonly string[], isBehindComma: boolean): string[] {
  const isNameInCapitals = words.filter((word) => word.length > 1).every((word) => !hasCase(word));
  let to = words.length;
  while (to > (isBehindComma ? 0 : 1) && isDegree(words[to - 1] ?? '', { isBehindComma, isNameInCapitals })) to -= 1;
  return words.slice(0, to);
}

/** Nicknames in quotation marks; maiden names, nicknames and pronouns in brackets. */
const asides =
  /\([^()]{0,60}\)|["«“„][^"«»“”„]{1,40}["»”“]|,?\s(?:кандидат|канд\.|доктор|докт\.)\s[\p{L}.-]{2,40}(?:\s[\p{L}.-]{2,20})?\sнаук/giu;

export function nameSegments(written: string): string[] {
  return written
    .slice(0, longest)
    .replace(asides, ' ')
    .split(',')
    .flatMap((segment, index) => {
      const words = segment
        .trim()
        .split(/\s+/)
        .filter((word) => word !== '' && !pronouns.test(word));
      const bare = withoutDegrees(withoutTitles(words), index > 0);
      return bare.length > 0 ? [bare.join(' ')] : [];
    });
}

const longest = 300;

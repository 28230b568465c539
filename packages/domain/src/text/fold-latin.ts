/**
 * Characters that Unicode does not decompose. The forms equal the ASCII folding of Lucene, which
 * OpenSearch uses (ADR 12).
 */
const lettersOf: Readonly<Record<string, string>> = {
  a: 'ɐɑɒəɚᴀᶏᶐᶕⱥ', b: 'ƀƃɓʙᴃᵬᶀꞗ', c: 'ƈȼɕᴄↄꜿꞓꞔ', d: 'ðđƌȡɖɗᴅᴆᵭᶁᶑẟꝺꟈ', e: 'ǝɇɘɛɜɝɞʚᴇᴈᶒᶓᶔⱸⱻꬴ', f: 'ƒᵮᶂꜰꝼꞙ',
  g: 'ǥɠɡɢɣʛᵷᵹᶃꝿꞡ', h: 'ħɥɦʜⱨⱶꜧꞕ', i: 'ıɨɩɪᴉᵻᵼᶖ', j: 'ȷɉɟʄʝᴊ', k: 'ƙʞᴋᶄⱪꝁꝃꝅꞣ', l: 'łƚȴɫɬɭʟᴌᶅⱡꝇꝉꞁꞎꬷꬸꬹ', m: 'ɯɰɱᴍᵯᶆꬺ',
  n: 'ŋƞȵɲɳɴᴎᵰᶇꞑꞥꬻ', o: 'øɔɵᴏᴐᴓᶗⱺꝋꝍ', p: 'ƥᴘᵱᵽᶈꝑꝓꝕ', q: 'ĸɋʠꝗꝙꞯ', r: 'ɍɹɺɻɼɽɾɿʀʁᴙᴚᵲᵳᶉⱹꝛꞃꞧꭆꭉ', s: 'ȿʂʃᵴᶊᶋᶘẜẝꜱꞅꞩꟊ',
  t: 'ŧƫƭȶʇʈᴛᵵⱦꞇ', u: 'ʉʊᴜᵾᵿᶙꞹꭎꭒ', v: 'ʋʌᴠᶌỽⱱⱴꝟ', w: 'ƿʍᴡⱳꟃ', x: 'ᶍꭖꭗꭘꭙ', y: 'ƴɏʎʏỿꭚ', z: 'ƶƺȝȥɀʐʑʒʓᴢᴣᵶᶎᶚⱬꝣ',
  aa: 'ꜳ', ae: 'æᴁᴂꞛ', ao: 'ꜵ', au: 'ꜷ', av: 'ꜹꜻ', ay: 'ꜽ', db: 'ȸ', dz: 'ʣʤʥ', hv: 'ƕ', ll: 'ỻ', ls: 'ʪ', lz: 'ɮʫ',
  oe: 'œɶᴔꞝ', oi: 'ƣ', oo: 'ꝏ', ou: 'ȣᴕ', qp: 'ȹ', ss: 'ß', tc: 'ʨ', th: 'þᵺꝥꝧ', ts: 'ʦʧ', tz: 'ꜩ', ue: 'ᵫꞟ',
  vy: 'ꝡ',
}; // prettier-ignore

const plainOf = new Map(Object.entries(lettersOf).flatMap(([plain, letters]) => Array.from(letters, (letter) => [letter, plain] as const)));
const foldable = new RegExp(`[${[...plainOf.keys()].join('')}]`, 'g');
const marks = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+/g;
const isLatin = (letter = '') => letter >= 'a' && letter <= 'z';

/** Expects lower case in form NFD; other scripts stay: łódź is lodz. */
export const foldLatin = (text: string): string =>
  text
    .replace(foldable, (letter) => plainOf.get(letter) ?? letter)
    .replace(marks, (found, at: number, all: string) => (isLatin(all[at - 1]) ? '' : found));

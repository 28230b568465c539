import iconv from 'iconv-lite';

/** A way to put text into a PDF. What matters here is how a reader may come back from codes to letters. */
export type FontKind =
  /** Western text with a standard encoding. */
  | 'latin'
  /** Any text, with a map from codes to Unicode. */
  | 'mapped'
  /** Russian letters by their names of the Adobe list (afii10017), without a map. */
  | 'named'
  /** Russian letters as bytes of windows-1251 in a font that claims to be Western, without a map. */
  | 'cp1251'
  /** Russian letters by names that only say their code (TeX bitmaps: a192), without a map. */
  | 'numbered'
  /** Glyph numbers of the usual fonts of office programs, without a map. */
  | 'glyphs'
  /** Glyph numbers of a subset in an order of its own, without a map: nobody can read it. */
  | 'opaque'
  /** Pictures that stand at the codes of letters. */
  | 'icons';

/** About the widths of Helvetica in thousandths of the size: enough to place text as real writers do. */
export function widthOf(text: string): number {
  let sum = 0;
  for (const sign of text)
    sum += /[ijlI.,:;'|!()[\]-]/.test(sign)
      ? 290
      : /[mwMWшщжюфШЩЖЮФ@—]/.test(sign)
        ? 840
        : /[A-ZА-ЯЁ]/.test(sign)
          ? 680
          : sign === ' '
            ? 278
            : 545;
  return sum;
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** Letters of the Adobe list of glyph names from А to я. */
const nameOfLetter = (letter: string): string | undefined => {
  const at = letter.codePointAt(0) ?? 0;
  if (letter === 'Ё') return 'afii10023';
  if (letter === 'ё') return 'afii10071';
  // Ё and ё have numbers of their own in the middle of the list.
  if (at >= 0x410 && at <= 0x42f) return `afii${10_017 + (at - 0x410) + (at > 0x415 ? 1 : 0)}`.replace('afii10023', 'afii10024');
  return at >= 0x430 && at <= 0x44f ? `afii${10_065 + (at - 0x430) + (at > 0x435 ? 1 : 0)}`.replace('afii10071', 'afii10072') : undefined;
};

/** Where the glyphs of Arial and Times New Roman stand: ASCII from 3, then Cyrillic in the order of WGL4. */
function officeGlyph(sign: string): number {
  const at = sign.codePointAt(0) ?? 0;
  if (at >= 0x20 && at < 0x7f) return at - 29;
  if (at >= 0x410 && at <= 0x44f) return at - 470;
  const others: Record<string, number> = { Ё: 556, ё: 634, '«': 141, '»': 142, '–': 177, '—': 178, '•': 135 };
  return others[sign] ?? 3;
}

/** One font of a document: gives the bytes of its strings, and in the end its objects. */
export class Font {
  readonly kind: FontKind;
  private readonly codes = new Map<string, number>();
  constructor(kind: FontKind) {
    this.kind = kind;
  }

  private codeOf(sign: string): number {
    const known = this.codes.get(sign);
    if (known !== undefined) return known;
    const code = this.newCode(sign);
    this.codes.set(sign, code);
    return code;
  }

  private newCode(sign: string): number {
    if (this.kind === 'glyphs') return officeGlyph(sign);
    // A stride that scatters the alphabet: neighbours in code are no neighbours in the alphabet.
    if (this.kind === 'opaque') return 5 + ((this.codes.size * 37) % 199);
    if (this.kind === 'mapped') return this.codes.size + 1;
    return iconv.encode(sign, this.kind === 'latin' || this.kind === 'icons' ? 'windows-1252' : 'windows-1251')[0] ?? 63;
  }

  private get isWide(): boolean {
    return this.kind === 'mapped' || this.kind === 'glyphs' || this.kind === 'opaque';
  }

  /** The text as a hexadecimal string of the content stream. */
  string(text: string): string {
    return `<${[...text].map((sign) => hex(this.codeOf(sign), this.isWide ? 4 : 2)).join('')}>`;
  }

  private encoding(): string {
    if (this.kind === 'latin' || this.kind === 'cp1251') return '/WinAnsiEncoding';
    const names = [...this.codes].map(([sign, code]) => {
      if (this.kind === 'icons') return `${code} /icon${code}`;
      if (this.kind === 'numbered') return `${code} /a${code}`;
      return `${code} /${nameOfLetter(sign) ?? (/\d/.test(sign) ? (['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'][Number(sign)] ?? '') : (plainNames[sign] ?? sign))}`;
    });
    return `<< /Type /Encoding /Differences [${names.join(' ')}] >>`;
  }

  private toUnicode(): string {
    const rows = [...this.codes].map(([sign, code]) => `<${hex(code, 4)}> <${Buffer.from(sign, 'utf16le').swap16().toString('hex')}>`);
    const blocks: string[] = [];
    for (let at = 0; at < rows.length; at += 100) {
      const part = rows.slice(at, at + 100);
      blocks.push(`${part.length} beginbfchar\n${part.join('\n')}\nendbfchar`);
    }
    return `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /X def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n${blocks.join('\n')}\nendcmap\nend\nend`;
  }

  /** The font's objects; `add` puts one into the document and gives its number. The answer is the number of the font. */
  write(add: (body: string) => number): number {
    const name = this.kind === 'icons' ? 'FontAwesome5Free-Solid' : this.kind === 'latin' ? 'Helvetica' : 'ABCDEF+ArialMT';
    if (!this.isWide) {
      const widths = new Map([...this.codes].map(([sign, code]) => [code, widthOf(sign)]));
      const list = Array.from({ length: 224 }, (_, index) => widths.get(index + 32) ?? 545).join(' ');
      const descriptor = add(
        `<< /Type /FontDescriptor /FontName /${name} /Flags ${this.kind === 'icons' ? 4 : 32} /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>`,
      );
      const subtype = this.kind === 'cp1251' ? 'TrueType' : 'Type1';
      return add(
        `<< /Type /Font /Subtype /${subtype} /BaseFont /${name} /FirstChar 32 /LastChar 255 /Widths [${list}] /FontDescriptor ${descriptor} 0 R /Encoding ${this.encoding()} >>`,
      );
    }
    const cmap = this.toUnicode();
    const map = this.kind === 'mapped' ? `/ToUnicode ${add(`<< /Length ${cmap.length} >>\nstream\n${cmap}\nendstream`)} 0 R` : '';
    const widths = [...this.codes].map(([sign, code]) => `${code} [${widthOf(sign)}]`).join(' ');
    const descriptor = add(
      `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>`,
    );
    const below = add(
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /DW 545 /W [${widths}] /CIDToGIDMap /Identity >>`,
    );
    return add(`<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${below} 0 R] ${map} >>`);
  }
}

const plainNames: Record<string, string> = {
  ' ': 'space',
  ',': 'comma',
  '.': 'period',
  '-': 'hyphen',
  '–': 'endash',
  '—': 'emdash',
  ':': 'colon',
  ';': 'semicolon',
  '(': 'parenleft',
  ')': 'parenright',
  '@': 'at',
  '+': 'plus',
  '/': 'slash',
  '«': 'guillemotleft',
  '»': 'guillemotright',
  '"': 'quotedbl',
  '•': 'bullet',
  '|': 'bar',
  '&': 'ampersand',
  '№': 'afii61352',
};

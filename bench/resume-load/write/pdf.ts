import { Font, type FontKind, widthOf } from './pdf-fonts.ts';

export interface TextStyle {
  size?: number;
  font?: FontKind;
  /** Points between letters. */
  spacing?: number;
  /** Every letter is placed by itself, as some typesetters do. */
  apart?: boolean;
}

/** An operator of a content stream and where it puts its text. */
interface Placed {
  x: number;
  operator: string;
}

/** A sheet of A4; x to the right and y downwards from the upper left corner, in points. */
export class Pdf {
  static readonly width = 595;
  static readonly height = 842;
  private readonly fonts = new Map<FontKind, Font>();
  private readonly pages: Placed[][] = [[]];
  private readonly links: { page: number; url: string }[] = [];
  private readonly standard: FontKind;

  constructor(standard: FontKind = 'mapped') {
    this.standard = standard;
  }

  newPage(): void {
    this.pages.push([]);
  }

  private fontOf(kind: FontKind): Font {
    const font = this.fonts.get(kind) ?? new Font(kind);
    this.fonts.set(kind, font);
    return font;
  }

  /** Puts text with its left end at x and gives where it ends. */
  text(text: string, { x, y }: { x: number; y: number }, style: TextStyle = {}): number {
    const { size = 10, font: kind = this.standard, spacing = 0, apart = false } = style;
    const font = this.fontOf(kind);
    const name = `/${kind}`;
    const baseline = (Pdf.height - y).toFixed(2);
    const put = (piece: string, left: number) =>
      this.pages.at(-1)?.push({
        x: left,
        operator: `BT ${name} ${size} Tf ${spacing} Tc 1 0 0 1 ${left.toFixed(2)} ${baseline} Tm ${font.string(piece)} Tj ET`,
      });
    let right = x;
    if (!apart) {
      put(text, x);
      return x + Pdf.measure(text, style);
    }
    for (const sign of text) {
      if (sign !== ' ') put(sign, right);
      right += Pdf.measure(sign, style);
    }
    return right;
  }

  /** Puts what has been drawn into the file from the left edge of the sheet to the right, as some converters do. */
  drawFromLeft(): void {
    for (const page of this.pages) page.sort((one, other) => one.x - other.x);
  }

  link(url: string): void {
    this.links.push({ page: this.pages.length - 1, url });
  }

  static measure(text: string, { size = 10, spacing = 0 }: TextStyle = {}): number {
    return (widthOf(text) * size) / 1000 + spacing * [...text].length;
  }

  /** The words of a text as lines no wider than `width` points. */
  static wrap(text: string, width: number, style: TextStyle = {}): string[] {
    const lines: string[] = [];
    for (const word of text.split(' ')) {
      const last = lines.at(-1);
      if (last !== undefined && Pdf.measure(`${last} ${word}`, style) <= width) lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    return lines;
  }

  /** The file. */
  bytes(): Buffer {
    const bodies: string[] = ['', ''];
    const add = (body: string) => bodies.push(body);
    const fonts = [...this.fonts].map(([kind, font]) => `/${kind} ${font.write(add)} 0 R`).join(' ');
    const kids = this.pages.map((placed, index) => {
      const content = placed.map(({ operator }) => operator).join('\n');
      const stream = add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
      const annotations = this.links
        .filter(({ page }) => page === index)
        .map(({ url }) => `<< /Type /Annot /Subtype /Link /Rect [0 0 1 1] /A << /S /URI /URI (${url}) >> >>`);
      return add(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${Pdf.width} ${Pdf.height}] /Resources << /Font << ${fonts} >> >> /Contents ${stream} 0 R /Annots [${annotations.join(' ')}] >>`,
      );
    });
    bodies[0] = '<< /Type /Catalog /Pages 2 0 R >>';
    bodies[1] = `<< /Type /Pages /Kids [${kids.map((number) => `${number} 0 R`).join(' ')}] /Count ${kids.length} >>`;
    let file = '%PDF-1.5\n';
    const places = bodies.map((body, index) => {
      const place = file.length;
      file += `${index + 1} 0 obj\n${body}\nendobj\n`;
      return place;
    });
    const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
    const start = file.length;
    file += `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${bodies.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
    return Buffer.from(file, 'latin1');
  }
}

/** Writes downwards in one column and goes on to a next page where the sheet ends. */
export class Column {
  y: number;
  private readonly pdf: Pdf;
  readonly left: number;
  readonly width: number;
  constructor(pdf: Pdf, { left, top, width }: { left: number; top: number; width: number }) {
    this.pdf = pdf;
    this.left = left;
    this.width = width;
    this.y = top;
  }

  skip(points: number): void {
    this.y += points;
  }

  /** Text in as many lines as it takes. `hyphens` breaks a long word at the end of a line now and then, as TeX does. */
  write(text: string, style: TextStyle & { hyphens?: boolean; indent?: number } = {}): void {
    const { size = 10, hyphens = false, indent = 0 } = style;
    const lines = Pdf.wrap(text, this.width - indent, style);
    for (let at = 0; at < lines.length; at += 1) {
      const long = hyphens ? /^(\p{L}{4,5})(\p{L}{4,}.*)$/u.exec(lines[at + 1] ?? '') : null;
      if (long) {
        lines[at] = `${lines[at] ?? ''} ${long[1] ?? ''}-`;
        lines[at + 1] = long[2] ?? '';
      }
      this.line(lines[at] ?? '', { ...style, indent });
    }
    this.skip(size * 0.25);
  }

  /** One line, with a second text that ends at the right edge. */
  line(text: string, style: TextStyle & { indent?: number; right?: string } = {}): void {
    const { size = 10, indent = 0, right } = style;
    this.y += size * 1.25;
    if (this.y > Pdf.height - 40) {
      this.pdf.newPage();
      this.y = 50;
    }
    this.pdf.text(text, { x: this.left + indent, y: this.y }, style);
    if (right) this.pdf.text(right, { x: this.left + this.width - Pdf.measure(right, style), y: this.y }, { ...style, apart: false });
  }
}

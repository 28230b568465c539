import { getDocumentProxy } from 'unpdf';
import { type ExtractedText, ExtractError } from './outcome.ts';
import { type FontPiece, withoutIcons } from './icon-signs.ts';
import { layOut } from './page-layout.ts';
import { withReadableText } from './unmapped-fonts.ts';

const maxPages = 60;

interface TextItem {
  str: string;
  transform: number[];
  width: number;
  height: number;
  fontName: string;
}

const isText = (item: object): item is TextItem => 'str' in item && 'transform' in item;

function piecesOf(items: readonly object[]): FontPiece[] {
  return items.filter(isText).flatMap(({ str, transform, width, height, fontName }) => {
    const [a = 0, b = 0, , , x = 0, y = 0] = transform;
    // Drops rotated text, such as marks at the margin.
    if (str.trim() === '' || Math.abs(b) > Math.abs(a)) return [];
    const size = height || Math.hypot(a, b) || 10;
    return [{ text: str, x, y, width, size, font: fontName }];
  });
}

function explain(error: unknown): ExtractError {
  const name = error instanceof Error ? error.name : '';
  return new ExtractError(name === 'PasswordException' ? 'encrypted' : 'broken');
}

export async function readPdf(bytes: Buffer): Promise<ExtractedText> {
  const document = await getDocumentProxy(new Uint8Array(bytes), { isEvalSupported: false, useSystemFonts: false, verbosity: 0 }).catch(
    (error: unknown) => {
      throw explain(error);
    },
  );
  const pages: FontPiece[][] = [];
  const edges: { left: number; right: number }[] = [];
  const links: string[] = [];
  for (let number = 1; number <= Math.min(document.numPages, maxPages); number += 1) {
    const page = await document.getPage(number);
    const [left = 0, , right = 612] = page.view;
    const { items } = await page.getTextContent();
    pages.push(piecesOf(items));
    edges.push({ left, right });
    const annotations = (await page.getAnnotations()) as { url?: string; unsafeUrl?: string }[];
    links.push(...annotations.flatMap((annotation) => annotation.url ?? annotation.unsafeUrl ?? []));
  }
  const texts = withReadableText(withoutIcons(pages)).map((pieces, index) => layOut(pieces, edges[index] ?? { left: 0, right: 612 }));
  return { text: texts.join('\n'), links };
}

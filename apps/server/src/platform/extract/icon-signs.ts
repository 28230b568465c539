import type { Piece } from './page-layout.ts';

export interface FontPiece extends Piece {
  font: string;
}

const letterOrSign = /^[\p{L}\p{S}\p{M}]$/u;
const manyTimes = 3;

interface Use {
  signs: Map<string, number>;
  isAlwaysAlone: boolean;
}

const touches = (piece: FontPiece, next: FontPiece | undefined) =>
  next !== undefined && Math.abs(next.y - piece.y) < piece.size * 0.3 && Math.abs(next.x - piece.x - piece.width) < piece.size * 0.12;

/**
 * Icon fonts map pictures to characters: a telephone reads as "q". A font with isolated characters
 * only is an icon font; its bullets stay.
 */
export function withoutIcons(pages: readonly FontPiece[][]): FontPiece[][] {
  const uses = new Map<string, Use>();
  for (const pieces of pages) {
    for (const [index, piece] of pieces.entries()) {
      const text = piece.text.trim();
      const use = uses.get(piece.font) ?? { signs: new Map<string, number>(), isAlwaysAlone: true };
      uses.set(piece.font, use);
      if (!letterOrSign.test(text) || touches(piece, pieces[index + 1])) use.isAlwaysAlone = false;
      use.signs.set(text.slice(0, 2), (use.signs.get(text.slice(0, 2)) ?? 0) + 1);
    }
  }
  return pages.map((pieces) =>
    pieces.flatMap((piece) => {
      const use = uses.get(piece.font);
      if (!use?.isAlwaysAlone) return [piece];
      const count = use.signs.get(piece.text.trim()) ?? 0;
      return use.signs.size === 1 && count >= manyTimes ? [{ ...piece, text: '•' }] : [];
    }),
  );
}

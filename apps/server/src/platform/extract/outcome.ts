import type { Rows } from './table.ts';

/** Why a file gave no text. `unreadable`: its fonts do not name their characters. `unpacks_large`: a small archive of much text. */
export type ExtractFailure =
  | 'too_large'
  | 'empty'
  | 'unsupported'
  | 'encrypted'
  | 'broken'
  | 'no_text'
  | 'unreadable'
  | 'too_slow'
  | 'unpacks_large';

/** Text in reading order, a line per line of the page, and the targets of links that stand in the file beside the text. */
export interface ExtractedText {
  text: string;
  links: string[];
  /** Of a table: its cells, also the empty ones. */
  rows?: Rows;
}

export type Extracted = ({ ok: true } & ExtractedText) | { ok: false; reason: ExtractFailure };

/** Thrown by a reader that knows why it cannot go on. */
export class ExtractError extends Error {
  readonly reason: ExtractFailure;
  constructor(reason: ExtractFailure) {
    super(reason);
    this.reason = reason;
  }
}

/** A run of text on a page. `y` grows upwards as in PDF; sizes are in points. */
export interface Piece {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
}

interface Segment {
  text: string;
  left: number;
  right: number;
  y: number;
  size: number;
}

const sameLine = (one: { y: number; size: number }, other: { y: number; size: number }) =>
  Math.abs(one.y - other.y) < Math.min(one.size, other.size) * 0.5;

function intoRows<T extends { y: number; size: number }>(items: readonly T[]): T[][] {
  const rows: T[][] = [];
  for (const item of items.toSorted((left, right) => right.y - left.y)) {
    const row = rows.at(-1)?.[0];
    if (row && sameLine(row, item)) rows.at(-1)?.push(item);
    else rows.push([item]);
  }
  return rows;
}

const startOf = (piece: Piece) => piece.x;

const edgeRoom = 1;
const oftenEnough = 3;

/** Positions in whole points where many lines begin. */
function edgesOf(rows: readonly (readonly Piece[])[]): Set<number> {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const edge = Math.round(Math.min(...row.map(startOf)));
    counts.set(edge, (counts.get(edge) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= oftenEnough).map(([edge]) => edge));
}

const isAtEdge = (piece: Piece, edges: ReadonlySet<number>) => [-edgeRoom, 0, edgeRoom].some((by) => edges.has(Math.round(piece.x) + by));

/** A gap wider than between words, followed by the left edge of a column. */
const beginsColumn = (piece: Piece, gap: number, edges: ReadonlySet<number>) => gap > piece.size * 0.45 && isAtEdge(piece, edges);

const areOfOneSize = (one: { size: number }, other: { size: number }) =>
  Math.max(one.size, other.size) < Math.min(one.size, other.size) * 1.15;

const longerThanIndex = 3;
const mostStrands = 8;

/** Separates overlapping texts by size and baseline. Superscripts belong to the adjacent text. */
function strandsOf(row: readonly Piece[]): Piece[][] {
  const strands: Piece[][] = [];
  const onLine = (one: Piece, other: Piece) => Math.abs(one.y - other.y) < other.size * 0.05;
  for (const piece of row) {
    const own = strands.find(([first]) => first && areOfOneSize(first, piece) && onLine(first, piece));
    if (own) own.push(piece);
    else if (strands.length < mostStrands) strands.push([piece]);
    else strands[0]?.push(piece);
  }
  const [[main] = [], ...others] = strands.toSorted((one, other) => other.length - one.length);
  const textLengthOf = (strand: readonly Piece[]) => strand.reduce((sum, { text }) => sum + text.trim().length, 0);
  const separate = others.filter(
    ([first, ...more]) =>
      main && first && !areOfOneSize(main, first) && !onLine(main, first) && textLengthOf([first, ...more]) > longerThanIndex,
  );
  const taken = new Set(separate.flat());
  return [row.filter((piece) => !taken.has(piece)), ...separate];
}

function segmentsOf(row: readonly Piece[], edges: ReadonlySet<number>): Segment[] {
  const segments: Segment[] = [];
  for (const piece of row.toSorted((left, right) => startOf(left) - startOf(right))) {
    const last = segments.at(-1);
    const gap = last ? piece.x - last.right : Infinity;
    const size = Math.max(piece.size, last?.size ?? 0);
    // The gap behind a bullet is wider than a space.
    const isBullet = last !== undefined && /^[•●▪◦‣·*–-]$/.test(last.text.trim());
    // Small text beside a heading is a separate segment.
    const alike = !last || isBullet || size < Math.min(piece.size, last.size) * 1.6 || gap < size * 0.14;
    // Text that is too long for its column touches the next column.
    const overruns = last !== undefined && piece.text.length > 1 && !areOfOneSize(last, piece) && isAtEdge(piece, edges);
    const near = alike && !overruns && gap < size * (isBullet ? 2.5 : 1.1);
    const between = !isBullet && beginsColumn(piece, gap, edges) ? '\t' : ' ';
    if (last && near) {
      last.text += (gap > size * 0.14 && !/\s$/.test(last.text) && !/^\s/.test(piece.text) ? between : '') + piece.text;
      last.right = Math.max(last.right, piece.x + piece.width);
      last.size = size;
    } else segments.push({ text: piece.text, left: piece.x, right: piece.x + piece.width, y: piece.y, size: piece.size });
  }
  return segments;
}

const findsDates = (text: string) => /^\D{0,12}(?:19|20)\d\d/.test(text) || /^\d\d[./]\d{4}/.test(text);
const dateLike = /(?:19|20)\d\d|present|current|настоящее|\b\d+\s*(?:yrs?|years?|mos?|months?|лет|год|мес)/i;

interface Gutter {
  x: number;
  across: Set<Segment>;
}

const shareBeside = (side: readonly Segment[], other: readonly Segment[]) =>
  side.filter((segment) => other.some((beside) => sameLine(segment, beside))).length / side.length;

function shareAtOneEdge(values: readonly number[], room: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  let [from, most] = [0, 0];
  for (let to = 0; to < sorted.length; to += 1) {
    while ((sorted[to] ?? 0) - (sorted[from] ?? 0) > room) from += 1;
    most = Math.max(most, to - from + 1);
  }
  return most / Math.max(1, sorted.length);
}

/** Right-aligned labels beside their values, as in forms. */
function isLabels(left: readonly Segment[], right: readonly Segment[]): boolean {
  const ends = shareAtOneEdge(
    left.map((segment) => segment.right),
    4,
  );
  const begins = shareAtOneEdge(
    left.map((segment) => segment.left),
    4,
  );
  return ends > 0.6 && begins < 0.5 && shareBeside(left, right) > 0.5;
}

const longestLabel = 32;
const fewestLabels = 4;
const isLabel = (text: string) => text.length <= longestLabel && /^\p{Lu}[^\d@,;]*$/u.test(text);

/** Left-aligned labels that repeat for each record, on the lines of their values. */
function isForm(left: readonly Segment[], right: readonly Segment[]): boolean {
  const beside = left.flatMap((segment) => {
    const value = right.find((other) => Math.abs(segment.y - other.y) < 0.5 && areOfOneSize(segment, other));
    return value ? [{ label: segment.text.trim(), value: value.text.trim() }] : [];
  });
  if (beside.length < fewestLabels || beside.length < left.length * 0.4) return false;
  const begins = beside.filter(({ label, value }) => isLabel(label) && !/^\p{Ll}{2}/u.test(value)).length;
  const again = beside.length - new Set(beside.map(({ label }) => label)).size;
  return begins > beside.length * 0.7 && again >= 2;
}

function areColumns(left: readonly Segment[], right: readonly Segment[]): boolean {
  if (left.length < 5 || right.length < 5) return false;
  // A name above both sides says nothing about the reading order.
  const top = Math.min(...[left, right].map((side) => Math.max(...side.map((segment) => segment.y))));
  const dates = (side: readonly Segment[]) => {
    const beside = side.filter((segment) => segment.y < top + segment.size);
    return beside.filter((segment) => dateLike.test(segment.text) && segment.text.length < 45).length / beside.length;
  };
  // Dates or places beside their text form rows.
  if (dates(left) > 0.4 || dates(right) > 0.4) return false;
  if (isLabels(left, right) || isForm(left, right)) return false;
  // A few lines that all share baselines with the other side are its right-aligned ends.
  const [few, many] = left.length < right.length ? [left, right] : [right, left];
  if (shareBeside(few, many) > 0.85 && few.length < many.length * 0.45) return false;
  const textLength = (side: readonly Segment[]) => side.reduce((sum, segment) => sum + segment.text.length, 0);
  return Math.min(textLength(left), textLength(right)) > 0.1 * (textLength(left) + textLength(right));
}

const fewOverruns = 2;

function lastStarts(segments: readonly Segment[]): Map<Segment, number> {
  return new Map(
    intoRows(segments).flatMap((row) => {
      const last = Math.max(...row.map((segment) => segment.left));
      return row.map((segment) => [segment, last] as const);
    }),
  );
}

function findGutter(segments: readonly Segment[], { left, right }: { left: number; right: number }): Gutter | undefined {
  let best: (Gutter & { room: number }) | undefined;
  const width = right - left;
  const starts = lastStarts(segments);
  for (let x = left + width * 0.18; x < left + width * 0.82; x += width / 200) {
    const across = new Set(segments.filter((segment) => segment.left < x - 1 && segment.right > x + 1));
    if (across.size > segments.length * 0.22) continue;
    const before = segments.filter((segment) => !across.has(segment) && segment.right <= x + 1);
    const after = segments.filter((segment) => !across.has(segment) && segment.left >= x - 1);
    // With text beside lines across both sides, a third column lies in between, such as dates.
    const overruns = [...across].filter((segment) => (starts.get(segment) ?? 0) >= x - 1);
    if (overruns.length > fewOverruns && overruns.length > across.size / 2) continue;
    if (!areColumns([...before, ...overruns], after)) continue;
    const edge = Math.min(...after.map((segment) => segment.left));
    const aligned = after.filter((segment) => segment.left < edge + width * 0.06).length / after.length;
    const room = edge - Math.max(...before.map((segment) => segment.right));
    const better = !best || across.size < best.across.size || (across.size === best.across.size && room > best.room);
    if (aligned > 0.5 && better) best = { x, across, room };
  }
  return best;
}

const middleOf = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

const roomsAbove = (rows: readonly (readonly Segment[])[]): number[] =>
  rows.map((row, index) => (index === 0 ? Infinity : (rows[index - 1]?.[0]?.y ?? 0) - (row[0]?.y ?? 0)));

const moreThanLines = 1.25;
const fewestRecords = 2;

/**
 * Row distance that starts a record of dates and a block of text. Undefined: read the columns one
 * after the other.
 */
function roomOfRecords(segments: readonly Segment[], { x, across }: Gutter): number | undefined {
  const rooms = roomsAbove(intoRows(segments)).filter(Number.isFinite);
  const room = middleOf(rooms) * moreThanLines;
  const dates = segments.filter((segment) => segment.left < x - 1 && !across.has(segment) && findsDates(segment.text));
  const right = intoRows(segments.filter((segment) => segment.left >= x - 1 && !across.has(segment)));
  const above = roomsAbove(right);
  const begins = dates.filter((date) => right.some((row, index) => row[0] && sameLine(row[0], date) && (above[index] ?? 0) > room));
  return begins.length >= fewestRecords && begins.length > dates.length * 0.8 ? room : undefined;
}

const readRows = (segments: readonly Segment[]): string[] =>
  intoRows(segments).map((row) =>
    row
      .toSorted((one, other) => one.left - other.left)
      .map((segment) => segment.text.trim())
      .join('\t'),
  );

function withGaps(segments: readonly Segment[]): string {
  const rows = intoRows(segments);
  const lines = readRows(segments);
  return lines
    .map((line, index) => {
      const above = rows[index - 1]?.[0];
      const here = rows[index]?.[0];
      const gap = above && here ? above.y - here.y : 0;
      return gap > Math.max(above?.size ?? 0, here?.size ?? 0) * 2.1 ? `\n${line}` : line;
    })
    .join('\n');
}

export function layOut(pieces: readonly Piece[], page: { left: number; right: number }): string {
  const rows = intoRows(pieces);
  const edges = edgesOf(rows);
  const segments = rows.flatMap(strandsOf).flatMap((strand) => segmentsOf(strand, edges));
  const gutter = findGutter(segments, page);
  if (!gutter) return withGaps(segments);
  const parts: string[] = [];
  let band: Segment[] = [];
  const close = () => {
    const before = band.filter((segment) => segment.left < gutter.x - 1);
    const after = band.filter((segment) => segment.left >= gutter.x - 1);
    parts.push(...[before, after].filter((side) => side.length > 0).map(withGaps));
    band = [];
  };
  // Lines across separate the columns only above or below all columns.
  const inColumns = segments.filter((segment) => !gutter.across.has(segment));
  const top = Math.max(...inColumns.filter((segment) => segment.left >= gutter.x - 1).map((segment) => segment.y));
  const room = roomOfRecords(segments, gutter) ?? Infinity;
  let above: Segment | undefined;
  for (const segment of segments) {
    if (above && above.y - segment.y > room) close();
    above = segment;
    if (gutter.across.has(segment) && (segment.y >= top || band.length === 0)) {
      close();
      parts.push(segment.text.trim());
    } else band.push(segment);
  }
  close();
  return parts.join('\n');
}

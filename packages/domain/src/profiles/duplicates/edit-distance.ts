/** Counts insertions, deletions, substitutions and swaps of neighbours. */
export function isWithin(left: string, right: string, most: number): boolean {
  if (Math.abs(left.length - right.length) > most) return false;
  let before: number[] = [];
  let above = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let at = 1; at <= left.length; at++) {
    const line = [at];
    for (let to = 1; to <= right.length; to++) {
      const change = left[at - 1] === right[to - 1] ? 0 : 1;
      let cost = Math.min((above[to] ?? 0) + 1, (line[to - 1] ?? 0) + 1, (above[to - 1] ?? 0) + change);
      const isSwapped = at > 1 && to > 1 && left[at - 1] === right[to - 2] && left[at - 2] === right[to - 1];
      if (isSwapped) cost = Math.min(cost, (before[to - 2] ?? 0) + 1);
      line.push(cost);
    }
    if (Math.min(...line) > most) return false;
    before = above;
    above = line;
  }
  return (above[right.length] ?? 0) <= most;
}

interface Size {
  number: number;
  live: number;
  count: number;
}

const mostSegments = 6;
const worthCleaning = 1_000;

/**
 * Small segments first, so that a document is copied once per doubling. A segment with a third
 * deleted is rewritten alone.
 */
export function segmentsToMerge(sizes: readonly Size[]): number[] {
  if (sizes.length > mostSegments) {
    const [smallest, ...others] = sizes.toSorted((a, b) => a.live - b.live);
    const group = [smallest!.number];
    let sum = smallest!.live;
    for (const [index, { number, live }] of others.entries()) {
      if (index > 0 && live > 2 * sum) break;
      group.push(number);
      sum += live;
    }
    return group;
  }
  const worn = sizes.find(({ live, count }) => count >= worthCleaning && live < (count * 2) / 3);
  return worn ? [worn.number] : [];
}

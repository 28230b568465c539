/** With HEADWATER_PROOFS=on tests run every case, as `npm run proofs` does. */
export const isProof = process.env['HEADWATER_PROOFS'] === 'on';

/** Selects the cases of a sample. `npm test` prints it; the same seed selects the same cases. */
export const testSeed = process.env['HEADWATER_TEST_SEED'] || new Date().toISOString().slice(0, 10);

/** FNV-1a with a final mix, which spreads evenly. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Only the seed and `place` decide, so file order and workers do not change the sample. */
export function sampleOf<Case>(cases: readonly Case[], count: number, place = ''): Case[] {
  if (isProof || cases.length <= count) return [...cases];
  const ranked = cases.map((_, index) => ({ index, rank: hashOf(`${testSeed}/${place}/${index}`) }));
  const chosen = new Set(
    ranked
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, count)
      .map(({ index }) => index),
  );
  return cases.filter((_, index) => chosen.has(index));
}

/** Seed of random cases: the day's in `npm test`, `fixed` in a proof. */
export const seedOfDay = (fixed: number): number => (isProof ? fixed : (hashOf(testSeed) % 1_000_000) + fixed);

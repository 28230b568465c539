/** 31-bit FNV-1a: a positive SQL `integer` that depends on the key alone. */
export function stableId(key: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(key)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 1 || 1;
}

/** Throws if two keys have the same id; change one of the keys then. */
export function assertDistinctIds(keys: readonly string[]): void {
  const seen = new Map<number, string>();
  for (const key of keys) {
    const id = stableId(key);
    const other = seen.get(id);
    if (other !== undefined) throw new Error(`${key} and ${other} share the id ${id}`);
    seen.set(id, key);
  }
}

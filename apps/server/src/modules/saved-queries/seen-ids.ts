/** Delta encoding in ascending order, LEB128 varints: 50,000 ids of a million take about 50 kB. */
export function packIds(ids: Iterable<number>): Buffer {
  const bytes: number[] = [];
  let before = 0;
  for (const id of Uint32Array.from(ids).toSorted()) {
    let step = id - before;
    before = id;
    for (; step > 127; step = Math.floor(step / 128)) bytes.push((step % 128) + 128);
    bytes.push(step);
  }
  return Buffer.from(bytes);
}

export function unpackIds(bytes: Uint8Array): number[] {
  const ids: number[] = [];
  let before = 0;
  let step = 0;
  let weight = 1;
  for (const byte of bytes) {
    step += (byte % 128) * weight;
    if (byte > 127) {
      weight *= 128;
      continue;
    }
    before += step;
    ids.push(before);
    step = 0;
    weight = 1;
  }
  return ids;
}

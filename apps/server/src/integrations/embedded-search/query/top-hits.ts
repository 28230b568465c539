export interface Top {
  readonly capacity: number;
  readonly full: boolean;
  readonly floor: number;
  offer(score: number, id: number): void;
  sorted(): { ids: Uint32Array; scores: Float64Array };
}

export function createTop(capacity: number): Top {
  const scores = new Float64Array(capacity);
  const ids = new Uint32Array(capacity);
  let length = 0;
  const worse = (a: number, b: number): boolean => scores[a]! < scores[b]! || (scores[a] === scores[b] && ids[a]! > ids[b]!);
  const swap = (a: number, b: number): void => {
    [scores[a], scores[b]] = [scores[b]!, scores[a]!];
    [ids[a], ids[b]] = [ids[b]!, ids[a]!];
  };
  const sink = (): void => {
    let at = 0;
    for (;;) {
      let worst = at;
      for (let child = 2 * at + 1; child <= 2 * at + 2 && child < length; child++) if (worse(child, worst)) worst = child;
      if (worst === at) return;
      swap(at, worst);
      at = worst;
    }
  };
  const rise = (): void => {
    for (let at = length - 1; at > 0 && worse(at, (at - 1) >> 1); at = (at - 1) >> 1) swap(at, (at - 1) >> 1);
  };
  return {
    capacity,
    get full() {
      return length === capacity;
    },
    get floor() {
      return scores[0] ?? -Infinity;
    },
    offer(score, id) {
      if (capacity === 0) return;
      if (length < capacity) {
        scores[length] = score;
        ids[length++] = id;
        rise();
      } else if (score > scores[0]! || (score === scores[0] && id < ids[0]!)) {
        scores[0] = score;
        ids[0] = id;
        sink();
      }
    },
    sorted() {
      const order = Uint32Array.from({ length }, (_, index) => index).toSorted((a, b) => scores[b]! - scores[a]! || ids[a]! - ids[b]!);
      return { ids: order.map((index) => ids[index]!), scores: Float64Array.from(order, (index) => scores[index]!) };
    },
  };
}

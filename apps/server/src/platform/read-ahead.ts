/**
 * Keeps the order and computes one result ahead. On a stop or an error, pending work is awaited.
 */
export async function* readAhead<T, Answer>(
  source: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<Answer>,
): AsyncGenerator<Answer, void, undefined> {
  const items = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  const make = async (): Promise<{ answer: Answer } | undefined> => {
    const { value, done } = await items.next();
    return done ? undefined : { answer: await work(value) };
  };
  const begin = () => {
    const made = make();
    // Handled in its turn; prevents an unhandled rejection until then.
    made.catch(() => undefined);
    return made;
  };
  let next = begin();
  try {
    for (let made = await next; made; made = await next) {
      next = begin();
      yield made.answer;
    }
  } finally {
    await next.catch(() => undefined);
    await items.return?.();
  }
}

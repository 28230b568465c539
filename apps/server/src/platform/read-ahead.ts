/**
 * The answers of `work` to what the source gives, in its order. While one is used the next is made: one at a time, and one ahead. What is being made
 * when the reader stops, or when something throws, is waited for.
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
    // Heard when its turn comes; until then it must not count as a rejection that nobody handles.
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

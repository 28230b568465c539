import type { ThreadView } from '@headwater/contract/outreach';
import { useState } from 'react';

interface Order {
  list: string;
  /** Activity of each shown conversation, in their order. */
  shown: ReadonlyMap<number, string>;
}

/** New activity first, then the order that the reader sees. Other rows stay before their neighbor of the server's order. */
export function keepOrder(shown: ReadonlyMap<number, string>, threads: readonly ThreadView[]): ThreadView[] {
  const latest = [...shown.values()].toSorted().at(-1) ?? '';
  const isNew = ({ last_at: at }: ThreadView) => at > latest;
  const others = threads.filter((thread) => !isNew(thread));
  const places = new Map([...shown.keys()].map((person, place) => [person, place]));
  const placeOf = ({ message }: ThreadView) => places.get(message.profile_id);
  const ordered = others
    .filter((thread) => placeOf(thread) !== undefined)
    .toSorted((one, other) => (placeOf(one) ?? 0) - (placeOf(other) ?? 0));
  for (const [index, thread] of [...others.entries()].toReversed()) {
    const next = others[index + 1];
    if (placeOf(thread) === undefined) ordered.splice(next ? ordered.indexOf(next) : ordered.length, 0, thread);
  }
  return [...threads.filter(isNew), ...ordered];
}

const isSame = (one: ReadonlyMap<number, string>, other: readonly ThreadView[]) =>
  one.size === other.length &&
  [...one].every(([person, at], place) => other[place]?.message.profile_id === person && other[place]?.last_at === at);

/** Reading a conversation does not move its row. `list`: another value starts with the order of the server. */
export function useStableOrder(threads: readonly ThreadView[] | undefined, list: string): readonly ThreadView[] | undefined {
  const [order, setOrder] = useState<Order>();
  if (!threads) return undefined;
  const ordered = order?.list === list ? keepOrder(order.shown, threads) : threads;
  if (order?.list !== list || !isSame(order.shown, ordered)) {
    setOrder({ list, shown: new Map(ordered.map(({ message, last_at: at }) => [message.profile_id, at])) });
  }
  return ordered;
}

import type { EventTopic } from '@headwater/contract/events';

const open = new Set<StubEventSource>();

/** Replaces `EventSource` with an open stream that is silent until a test sends an event. */
export class StubEventSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;
  constructor() {
    super();
    open.add(this);
  }
  close(): void {
    this.readyState = StubEventSource.CLOSED;
    open.delete(this);
  }
}

export function tell(topic: EventTopic, ids: number[] = []): void {
  for (const source of open) source.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ topic, ids }) }));
}

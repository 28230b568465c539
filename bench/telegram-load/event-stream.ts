/** Server-sent events, as the web app receives them. */
export async function openEventStream(origin: string, cookie: string, onDialogs: (ids: readonly number[]) => void) {
  const stopping = new AbortController();
  const answer = await fetch(`${origin}/api/v6/events/`, { headers: { cookie }, signal: stopping.signal });
  if (answer.status !== 200 || !answer.body) throw new Error(`the events were answered ${answer.status}`);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const take = (line: string) => {
    if (!line.startsWith('data: ')) return;
    const { topic, ids } = JSON.parse(line.slice(6)) as { topic?: string; ids?: number[] };
    if (topic === 'telegram_dialogs') onDialogs(ids ?? []);
  };
  const run = async () => {
    let rest = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    }
  };
  const running = run().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  return {
    async close() {
      stopping.abort();
      await running;
    },
  };
}

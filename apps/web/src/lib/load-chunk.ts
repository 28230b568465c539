const limit = 120_000;

/** SHELL-037, SHELL-038: code or a stylesheet that failed to load. */
export class ChunkError extends Error {
  readonly type: 'timeout' | 'missing';
  readonly url: string;
  constructor({ id, type, url, style }: { id: string; type: 'timeout' | 'missing'; url: string; style: boolean }) {
    super(`Loading ${style ? 'CSS ' : ''}chunk ${id} failed`);
    this.name = 'ChunkError';
    this.type = type;
    this.url = url;
  }
}

/** No other place knows the address of a script that has not arrived. */
function addressIn(load: () => Promise<unknown>): string {
  const path = /\bimport\(\s*["'`]([^"'`]+)/.exec(String(load))?.[1];
  return path === undefined ? '' : new URL(path, import.meta.url).href;
}

/** Waits at most 120 seconds (SHELL-005, SHELL-036). `from` contains only the import. */
export function loadChunk<T>(id: string, load: () => Promise<T>, from: () => Promise<unknown> = load): () => Promise<T> {
  return async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new ChunkError({ id, type: 'timeout', url: addressIn(from), style: false })), limit);
    });
    try {
      return await Promise.race([load(), late]);
    } catch (error) {
      if (error instanceof ChunkError || !(error instanceof Error)) throw error;
      // Browsers name the address in the error message of an import, Vite does so for styles.
      const url = /(?:https?:\/\/|\/)\S+\.(?:js|css)\S*/.exec(error.message)?.[0];
      if (url === undefined && !/import|preload|module/i.test(error.message)) throw error;
      throw new ChunkError({ id, type: 'missing', url: url ?? '', style: /CSS/.test(error.message) });
    } finally {
      clearTimeout(timer);
    }
  };
}

let times = 0;

/**
 * Retries at another address: Chromium caches the failure
 * (https://github.com/whatwg/html/issues/6768).
 */
export async function importAgain<M>(load: () => Promise<M>, read = (module: unknown) => module as M): Promise<M> {
  try {
    return await load();
  } catch (error) {
    const address = error instanceof Error ? /https?:\/\/\S+\.js$/.exec(error.message)?.[0] : undefined;
    if (address === undefined) throw error;
    return read(await import(/* @vite-ignore */ `${address}?again=${(times += 1)}`));
  }
}

let times = 0;

/**
 * Imports again after a failed load, at a different address, because Chromium caches the failure
 * (https://github.com/whatwg/html/issues/6768). Rejects as `load` does if the error names no
 * script. `read` maps the module to the result of `load`.
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

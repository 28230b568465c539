let times = 0;

/**
 * Brings a part of the program that did not come before. Chromium remembers that a script failed, and fails at once each time it is asked for again
 * (https://github.com/whatwg/html/issues/6768): under another address it is fetched. Rejects as `load` does where the error names no script.
 * @param read makes of the whole module what `load` resolves to
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

/**
 * The index is made in buffers of many megabytes. glibc takes such a buffer from the system only until the first of them is freed; the next ones come
 * out of its arenas, which it hardly ever gives back: a base of 200,000 people held 370 MB more after two builds. From a fixed size on, every buffer
 * comes from the system and goes back to it. glibc reads this when a process starts (mallopt(3), M_MMAP_THRESHOLD).
 */
const name = 'MALLOC_MMAP_THRESHOLD_';

export const allocatorSettings = { [name]: process.env[name] || '131072' };

/** Starts this process anew with the setting, in its place. Where that is not possible (Node before 22.15, systems without glibc) nothing changes. */
export function returnLargeBuffers() {
  if (process.platform !== 'linux' || typeof process.execve !== 'function' || process.env[name]) return;
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    ...allocatorSettings,
  });
}

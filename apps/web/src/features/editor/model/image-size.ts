/** EDIT-022, in pixels. */
const minWidth = 25;

/** EDIT-021 to EDIT-023 */
export function resized(start: { width: number; height: number }, by: number, editorWidth: number): { width: number; height: number } {
  const width = Math.round(Math.min(Math.max(start.width + by, minWidth), Math.max(editorWidth, minWidth)));
  return { width, height: Math.max(1, Math.round((width * start.height) / start.width)) };
}

import { getDocument, PDFWorker, type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Bound the memory of a hostile file. */
const most = { pages: 200, imagePixels: 32_000_000, canvasPixels: 8_000_000 };

export interface PdfClasses {
  page: string;
  text: string;
}

async function drawPage(frame: HTMLElement, page: PDFPageProxy, classes: PdfClasses): Promise<() => void> {
  const whole = page.getViewport({ scale: 1 });
  frame.style.aspectRatio = `${whole.width} / ${whole.height}`;
  const width = frame.clientWidth;
  const sharpness = Math.min(globalThis.devicePixelRatio, 2);
  const area = width * sharpness * ((width * sharpness * whole.height) / whole.width);
  const scale = (width / whole.width) * sharpness * Math.min(1, Math.sqrt(most.canvasPixels / area));
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.max(1, Math.floor(viewport.width)), Math.max(1, Math.floor(viewport.height))];
  const text = document.createElement('div');
  text.className = classes.text;
  frame.style.setProperty('--total-scale-factor', String(width / whole.width));
  const drawing = page.render({ canvas, viewport });
  const layer = new TextLayer({
    textContentSource: page.streamTextContent(),
    container: text,
    viewport: page.getViewport({ scale: width / whole.width }),
  });
  frame.replaceChildren(canvas, text);
  const stop = () => {
    drawing.cancel();
    layer.cancel();
    // Releases the memory of the picture immediately.
    [canvas.width, canvas.height] = [0, 0];
    frame.replaceChildren();
  };
  await Promise.all([drawing.promise, layer.render()]).catch(() => undefined);
  return stop;
}

function createSheet(page: Promise<PDFPageProxy>, classes: PdfClasses) {
  const frame = document.createElement('div');
  frame.className = classes.page;
  // Closing the preview rejects pages that were not drawn.
  page.catch(() => undefined);
  let [turn, clear] = [0, () => {}];
  const stop = () => {
    turn += 1;
    clear();
    clear = () => {};
  };
  const draw = () => {
    stop();
    const mine = turn;
    const drawn = page.then((ready) => drawPage(frame, ready, classes));
    const keep = (release: () => void) => (mine === turn ? (clear = release) : release());
    // An unreadable page stays blank.
    drawn.then(keep, () => undefined);
  };
  return { frame, stop, draw };
}

/** Draws visible pages and forgets the others. Runs no scripts and loads nothing from other places. */
function showPages(pdf: PDFDocumentProxy, box: HTMLElement, classes: PdfClasses): () => void {
  const sheets = Array.from({ length: Math.min(pdf.numPages, most.pages) }, (_, index) => createSheet(pdf.getPage(index + 1), classes));
  box.append(...sheets.map(({ frame }) => frame));
  const byFrame = new Map<Element, (typeof sheets)[number]>(sheets.map((sheet) => [sheet.frame, sheet]));
  const visible = new Set<(typeof sheets)[number]>();
  const watching = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const sheet = byFrame.get(target);
        if (!sheet || visible.has(sheet) === isIntersecting) continue;
        if (isIntersecting) visible.add(sheet);
        else visible.delete(sheet);
        if (isIntersecting) sheet.draw();
        else sheet.stop();
      }
    },
    { root: box.parentElement, rootMargin: '600px' },
  );
  let width = box.clientWidth;
  const resizing = new ResizeObserver(() => {
    if (box.clientWidth === width) return;
    width = box.clientWidth;
    for (const sheet of visible) sheet.draw();
  });
  for (const { frame } of sheets) watching.observe(frame);
  resizing.observe(box);
  return () => {
    watching.disconnect();
    resizing.disconnect();
    for (const sheet of sheets) sheet.stop();
  };
}

export type PdfFailure = 'encrypted' | 'broken';

/** The thread ends with the preview, also in the middle of a slow file. */
export function openPdf(bytes: ArrayBuffer, box: HTMLElement, classes: PdfClasses): { opened: Promise<void>; close: () => void } {
  const thread = new Worker(new URL('pdf-thread.ts', import.meta.url), { type: 'module' });
  const worker = PDFWorker.create({ port: thread });
  const { canvasPixels, imagePixels } = most;
  const loading = getDocument({
    data: bytes,
    worker,
    isEvalSupported: false,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    maxImageSize: imagePixels,
    canvasMaxAreaInBytes: canvasPixels * 4,
    verbosity: 0,
  });
  let [isClosed, hide] = [false, () => {}];
  const open = async () => {
    const pdf = await loading.promise;
    if (!isClosed) hide = showPages(pdf, box, classes);
  };
  const close = () => {
    isClosed = true;
    hide();
    box.replaceChildren();
    void loading.destroy().catch(() => undefined);
    thread.terminate();
  };
  return { opened: open(), close };
}

export const failureOf = (error: unknown): PdfFailure =>
  error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken';

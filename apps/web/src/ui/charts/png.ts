import { saveFile } from '#lib/save-file.ts';
import { fileNameOf } from './file-name.ts';

interface Picture {
  title: string;
  names: readonly { color: number; name: string }[];
}

const pad = 24;
const head = 32;
const legendLine = 22;
const scale = 2;
const svgName = 'http://www.w3.org/2000/svg';

/** A file has no style sheet, so each element carries what it inherits. */
const kept = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
];

function copyStyles(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of kept) {
    const value = style.getPropertyValue(name);
    if (value) to.setAttribute(name, value);
  }
  to.removeAttribute('class');
  for (const [at, child] of [...from.children].entries()) {
    const copy = to.children[at];
    if (copy) copyStyles(child, copy);
  }
}

function addText(parent: Element, text: string, attributes: Record<string, string | number>): void {
  const element = document.createElementNS(svgName, 'text');
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  parent.append(element);
}

export function pictureOf(svg: SVGSVGElement, { title, names }: Picture): { xml: string; width: number; height: number } {
  const [ownWidth, ownHeight] = [svg.viewBox.baseVal.width, svg.viewBox.baseVal.height];
  const { color, backgroundColor, fontFamily } = getComputedStyle(document.body);
  const legend = names.length * legendLine;
  const [width, height] = [ownWidth + 2 * pad, ownHeight + 2 * pad + head + legend];
  const picture = document.createElementNS(svgName, 'svg');
  picture.setAttribute('viewBox', `0 0 ${width} ${height}`);
  picture.setAttribute('width', String(width * scale));
  picture.setAttribute('height', String(height * scale));
  const ground = document.createElementNS(svgName, 'rect');
  for (const [name, value] of [
    ['width', width],
    ['height', height],
    ['fill', backgroundColor],
  ] as const)
    ground.setAttribute(name, String(value));
  picture.append(ground);
  addText(picture, title, { x: pad, y: pad + 14, fill: color, 'font-family': fontFamily, 'font-size': 16, 'font-weight': 600 });
  const drawing = svg.cloneNode(true) as SVGSVGElement;
  copyStyles(svg, drawing);
  for (const [name, value] of [
    ['x', pad],
    ['y', pad + head],
    ['width', ownWidth],
    ['height', ownHeight],
  ] as const) {
    drawing.setAttribute(name, String(value));
  }
  picture.append(drawing);
  const swatches = svg.closest('figure')?.querySelectorAll('button[aria-pressed="true"] path') ?? [];
  for (const [at, { name }] of names.entries()) {
    const y = pad + head + ownHeight + legendLine * (at + 0.75);
    const swatch = swatches[at];
    if (swatch) {
      const copy = swatch.cloneNode() as Element;
      copyStyles(swatch, copy);
      copy.setAttribute('transform', `translate(${pad} ${y - 9})`);
      picture.append(copy);
    }
    addText(picture, name, { x: pad + 28, y, fill: color, 'font-family': fontFamily, 'font-size': 13 });
  }
  return { xml: new XMLSerializer().serializeToString(picture), width: width * scale, height: height * scale };
}

async function drawPng({ xml, width, height }: ReturnType<typeof pictureOf>): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([xml], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('the browser drew no picture');
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}

export async function savePng(svg: SVGSVGElement, picture: Picture): Promise<void> {
  const blob = await drawPng(pictureOf(svg, picture));
  await saveFile(new Response(blob), fileNameOf(picture.title, 'png'));
}

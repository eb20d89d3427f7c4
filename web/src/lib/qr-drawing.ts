import { encodeQR } from 'qr';

/** The light modules that must stand around a code, so that a camera finds its edge (ISO/IEC 18004, 9.1). */
const quietModules = 4;
/** Light and dark are fixed: on a dark page a code turned light on dark is read by few cameras. */
const [light, dark] = ['#ffffff', '#000000'];

/** A QR code as squares: its side in modules, and the dark ones as a path of an SVG with that many units. */
export interface QrDrawing {
  readonly side: number;
  readonly path: string;
}

/** The QR code of a text, with the error correction of level M: 15 % of a printed code may be lost. */
export function drawQr(text: string): QrDrawing {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quietModules });
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return { side: rows.length, path };
}

/** The code as a file that print shops take. */
export function svgOf({ side, path }: QrDrawing): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="1024" height="1024" shape-rendering="crispEdges">` +
    `<path fill="${light}" d="M0 0h${side}v${side}H0z"/><path fill="${dark}" d="${path}"/></svg>`
  );
}

/** The code as a picture of whole pixels, about `pixels` wide. */
export async function pngOf({ side, path }: QrDrawing, pixels: number): Promise<Blob> {
  const scale = Math.ceil(pixels / side);
  const canvas = document.createElement('canvas');
  canvas.width = side * scale;
  canvas.height = side * scale;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser draws no pictures');
  pen.scale(scale, scale);
  pen.fillStyle = light;
  pen.fillRect(0, 0, side, side);
  pen.fillStyle = dark;
  pen.fill(new Path2D(path));
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture was not made'))), 'image/png');
  });
}

import sharp from 'sharp';

/** Colours by the codes of ITU-T H.273, as an `nclx` box of a HEIC names them where it has no ICC profile. */
export interface NclxColour {
  primaries: number;
  transfer: number;
}

const [BT2020, P3] = [9, 12];
const [PQ, HLG] = [16, 18];

export const isHdr = ({ transfer }: NclxColour): boolean => transfer === PQ || transfer === HLG;

/** The ICC profile of colours in Display P3. Undefined for sRGB and for colours that `hdrToSrgb` converts. */
export async function iccOf(colour: NclxColour): Promise<Buffer | undefined> {
  if (isHdr(colour) || colour.primaries !== P3) return undefined;
  const sample = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'black' } })
    .withIccProfile('p3')
    .png()
    .toBuffer();
  return (await sharp(sample).metadata()).icc;
}

/** Linear light to linear light of sRGB, row by row. */
const TO_SRGB: Readonly<Record<number, readonly number[]>> = {
  [BT2020]: [1.6605, -0.5876, -0.0728, -0.1246, 1.1329, -0.0083, -0.0182, -0.1006, 1.1187],
  [P3]: [1.2249, -0.2247, 0, -0.042, 1.042, 0, -0.0196, -0.0786, 1.0979],
};
const SRGB = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Candela per square metre: white paper in an HDR picture (ITU-R BT.2408), and the peak of an HLG display. */
const [PAPER_WHITE, HLG_PEAK, PQ_PEAK] = [203, 1_000, 10_000];
/** Light up to here stays; what is brighter, up to the sun, shares the rest. */
const KNEE_LIGHT = 0.8;
const STEPS = 4_096;

/** Converts 8-bit RGB in PQ or HLG to sRGB in place, with highlights toned down. */
export function hdrToSrgb(pixels: Uint8Array, { primaries, transfer }: NclxColour): void {
  const light = Float64Array.from(
    { length: 256 },
    (_, code) => (transfer === PQ ? pqLight(code / 255) : hlgLight(code / 255)) / PAPER_WHITE,
  );
  const encoded = Uint8Array.from({ length: STEPS + 1 }, (_, step) => Math.round(255 * srgbOf(step / STEPS)));
  const [rr, rg, rb, gr, gg, gb, br, bg, bb] = (TO_SRGB[primaries] ?? SRGB) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [r, g, b] = [light[pixels[at]!]!, light[pixels[at + 1]!]!, light[pixels[at + 2]!]!];
    const brightest = Math.max(r, g, b);
    const scale = brightest > KNEE_LIGHT ? toned(brightest) / brightest : 1;
    pixels[at] = encoded[stepOf(scale * (rr * r + rg * g + rb * b))]!;
    pixels[at + 1] = encoded[stepOf(scale * (gr * r + gg * g + gb * b))]!;
    pixels[at + 2] = encoded[stepOf(scale * (br * r + bg * g + bb * b))]!;
  }
}

const stepOf = (light: number): number => Math.round(Math.min(1, Math.max(0, light)) * STEPS);

const toned = (light: number): number =>
  KNEE_LIGHT + (1 - KNEE_LIGHT) * (1 - Math.exp(-(light - KNEE_LIGHT) / (1 - KNEE_LIGHT)));

const srgbOf = (light: number): number => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);

/** SMPTE ST 2084. */
function pqLight(code: number): number {
  const root = code ** (1 / 78.84375);
  return PQ_PEAK * (Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root)) ** (1 / 0.1593017578125);
}

/** ARIB STD-B67 with the gamma of a display of 1,000 cd/m², by channel. */
function hlgLight(code: number): number {
  const scene = code <= 0.5 ? code ** 2 / 3 : (Math.exp((code - 0.55991073) / 0.17883277) + 0.28466892) / 12;
  return HLG_PEAK * scene ** 1.2;
}

import sharp from 'sharp';

const [WIDTH, HEIGHT] = [4_000, 3_000];
const OCTAVES = 9;
/**
 * Standard deviations of brightness and of each colour that an octave adds; the finest has less, because lenses and
 * cameras blur it.
 */
const CONTRAST = 11;
const COLOUR = 2.5;
const FINEST = 0.45;

/**
 * Twelve megapixels with the spectrum of a photo: as much contrast in each octave of detail. Among 38 photos of 8 to
 * 16 megapixels from phones and cameras it would be one of the hardest: they have 1.6 to 4.2 MB and their large size
 * 32 to 483 kB at a signal-to-noise ratio of 34 to 45 dB.
 */
export async function cameraPhoto(): Promise<Buffer> {
  const random = gaussian();
  let picture = sharp({ create: { width: 2, height: 2, channels: 3, background: '#808080' } });
  for (let octave = OCTAVES - 1; octave >= 0; octave--) {
    const [width, height] = [WIDTH, HEIGHT].map((edge) => Math.round(edge / 2 ** octave)) as [number, number];
    const pixels = await picture.resize(width, height, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer();
    addDetail(
      new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length),
      octave === 0 ? FINEST : 1,
      random,
    );
    picture = sharp(pixels, { raw: { width, height, channels: 3 } });
  }
  return picture.jpeg({ quality: 90 }).toBuffer();
}

function addDetail(pixels: Uint8ClampedArray, strength: number, random: () => number): void {
  for (let at = 0; at < pixels.length; at += 3) {
    const brightness = random() * CONTRAST;
    for (let channel = at; channel < at + 3; channel++)
      pixels[channel] = pixels[channel]! + strength * (brightness + random() * COLOUR);
  }
}

/** The same numbers at each start, with a standard deviation of 1: sums of four uniform ones. */
function gaussian(): () => number {
  let state = 1;
  const uniform = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32 - 0.5;
  return () => (uniform() + uniform() + uniform() + uniform()) * Math.sqrt(3);
}
